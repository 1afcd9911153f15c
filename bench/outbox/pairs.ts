import { setTimeout as pause } from 'node:timers/promises';
import type { OutboxStage } from '../../functions/testing/outbox-stage';
import { median, type BenchRow } from '../bench-row';
import { measureTip, tipSteps, type Step, type TipStep } from './tip-path';

type Measured = Readonly<Record<TipStep, Step>>;

export interface Pairs {
  readonly told: readonly Measured[];
  readonly plain: readonly Measured[];
}

/** Milliseconds between two tips: 500 in a minute, if the machine can. */
const everyMs = 60_000 / 500;

/** Tips that are not measured, since the first ones compile. */
export const warmUp = 20;

/** Sends tips to both servers, one after the other, and each second time in the other order. */
export async function inTurns(told: OutboxStage, plain: OutboxStage, tips: number): Promise<Pairs> {
  const measured: { told: Measured[]; plain: Measured[] } = { told: [], plain: [] };
  const began = performance.now();
  for (let tip = 0; tip < tips + warmUp; tip += 1) {
    await pause(Math.max(0, began + tip * everyMs - performance.now()));
    const first = tip % 2 === 0;
    if (first) measured.told.push(await measureTip(told));
    measured.plain.push(await measureTip(plain));
    if (!first) measured.told.push(await measureTip(told));
  }
  return { told: measured.told.slice(warmUp), plain: measured.plain.slice(warmUp) };
}

const sumOf = (tip: Measured): number => tipSteps.reduce((sum, step) => sum + tip[step].ms, 0);

export function pairRows(of: string, { told, plain }: Pairs): BenchRow[] {
  const steps = tipSteps.flatMap((step): BenchRow[] => {
    const medianOf = (tips: readonly Measured[]) => median(tips.map((tip) => tip[step].ms));
    const [added, alone] = [medianOf(told), medianOf(plain)];
    return [
      { what: `${of}: ${step}, median`, value: added, unit: 'ms', atMost: null },
      { what: `${of}: ${step}, without channels`, value: alone, unit: 'ms', atMost: null },
    ];
  });
  // Of each pair, since both of its tips met the same load of the machine.
  const pairs = told.flatMap((tip, at) => {
    const other = plain[at];
    return other === undefined ? [] : [sumOf(tip) / sumOf(other)];
  });
  const what = `${of}: tip, poll and event, with channels / without, median of pairs`;
  return [...steps, { what, value: median(pairs), unit: 'ratio', atMost: 1.02 }];
}
