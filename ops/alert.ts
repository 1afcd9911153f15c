import type { LogMetric } from './metrics';
import type { AlertLevel } from './ops-target';
import type { UptimeCheck } from './uptime';

/** When an alert is raised. Minutes are the length of the window. */
export type AlertWhen =
  | { readonly kind: 'every-line'; readonly filter: string }
  | { readonly kind: 'count'; readonly of: LogMetric; readonly moreThan: number; readonly minutes: number }
  | { readonly kind: 'uptime'; readonly check: UptimeCheck }
  | { readonly kind: 'certificate'; readonly check: UptimeCheck; readonly days: number }
  | { readonly kind: 'server-errors'; readonly moreThanPercent: number; readonly minutes: number }
  | { readonly kind: 'slow'; readonly seconds: number; readonly minutes: number }
  | { readonly kind: 'memory'; readonly moreThanPercent: number; readonly minutes: number }
  | { readonly kind: 'all-instances'; readonly minutes: number };

export interface Alert {
  /** The value of the label `busker`, by which we find the alert again. */
  readonly name: string;
  readonly level: AlertLevel;
  /** The condition in words, for docs/hosts/operations.md. */
  readonly on: string;
  readonly means: string;
  /** The heading in docs/hosts/operations.md that says what to do. */
  readonly runbook: string;
  readonly when: AlertWhen;
}
