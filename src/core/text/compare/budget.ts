/** Thrown when a search has used up what it may. */
export class BudgetExceeded extends Error {}

/** Counts the work of a search, roughly in characters compared, so that no input makes it endless. */
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
