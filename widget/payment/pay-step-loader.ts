import type * as payStep from './pay-step';

type PayStep = typeof payStep;

let loaded: PayStep | null = null;

export async function fetchPayStep(): Promise<PayStep> {
  loaded ??= await import('./pay-step');
  return loaded;
}

/** Null before it was fetched. */
export const loadedPayStep = (): PayStep | null => loaded;
