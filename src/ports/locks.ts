/** Locks on paths, shared by all processes of a user. */
export interface Locks {
  /**
   * Runs the action while no other process, nor another call here, holds this path. Throws BUSY if another process
   * does not release it in time. Not reentrant.
   */
  withLock<T>(path: string, action: () => Promise<T>): Promise<T>;
}
