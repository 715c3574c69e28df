/** Thrown when a search exceeds its budget. */
export class BudgetExceeded extends Error {}

/** Limits the work of a search, counted roughly in compared characters. */
export type Budget = { spend(work: number): void };

/** About half a second of work. */
const FULL_BUDGET = 80_000_000;

export function createBudget(limit = FULL_BUDGET): Budget {
  let left = limit;
  return {
    spend(work) {
      left -= work;
      if (left < 0) throw new BudgetExceeded();
    },
  };
}
