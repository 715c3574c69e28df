/** Thrown when a search exceeds its budget. */
export class BudgetExceeded extends Error {}

/** Limits the work of a search, counted roughly in compared characters. */
export type Budget = { spend(work: number): void };

/** About 0.3 seconds of work: no other call gets its turn meanwhile. */
const FULL_BUDGET = 72_000_000;

export function createBudget(limit = FULL_BUDGET): Budget {
  let left = limit;
  return {
    spend(work) {
      left -= work;
      if (left < 0) throw new BudgetExceeded();
    },
  };
}
