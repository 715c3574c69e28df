import { randomInt } from 'node:crypto';

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz';
const DIGITS = '23456789';
const MAX_ATTEMPTS = 50;

/** A short id that is easy to repeat: a letter, then letters and digits; longer ones where the short ones are used up. */
export function newGroupId(isTaken: (id: string) => boolean): string {
  for (let attempt = 0; ; attempt++) {
    const id = randomId(attempt < MAX_ATTEMPTS ? 4 : 8);
    if (!isTaken(id)) return id;
  }
}

export const groupIdPattern = /^[a-hjkmnp-z][a-hjkmnp-z2-9]{3,7}$/;

function randomId(length: number): string {
  const rest = Array.from({ length: length - 1 }, () => pick(LETTERS + DIGITS));
  return pick(LETTERS) + rest.join('');
}

function pick(characters: string): string {
  return characters[randomInt(characters.length)]!;
}
