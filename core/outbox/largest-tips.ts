/** The largest tip of each currency, the earliest of equal ones. Amounts of different currencies are not compared. */
export function largestOfEach<T>(
  tips: readonly T[],
  tipOf: (of: T) => { readonly currency: string; readonly amount: number } | null,
): readonly T[] {
  const largest = new Map<string, { readonly amount: number; readonly of: T }>();
  for (const of of tips) {
    const tip = tipOf(of);
    if (tip === null) continue;
    const before = largest.get(tip.currency);
    if (before === undefined || tip.amount > before.amount)
      largest.set(tip.currency, { amount: tip.amount, of });
  }
  return [...largest.values()].map(({ of }) => of);
}
