import { userInfo } from 'node:os';

/** The user as the system knows it; nothing in a container that runs under a number alone. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
