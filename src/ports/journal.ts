import type { CallRecord } from '../core/journal/call-record.ts';

/** The finished calls of this process, for people to read. */
export interface Journal {
  /** Never fails the call: a record that cannot be written is dropped. */
  add(record: Omit<CallRecord, 'id'>): void;
  /** Writes what was added. */
  close(): void;
}
