type Ending = () => unknown;

const endings: Ending[] = [];

/** To be done when the test is over, the last first. */
export function afterTest(end: Ending): void {
  endings.push(end);
}

export async function endTest(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
