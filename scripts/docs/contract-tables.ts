import { siteSoftware } from '../../dashboard/shared/embed-code/site-software';
import { alerts } from '../../ops/alerts';
import { anchorOf } from '../../ops/runbook-anchor';
import { everyVerb } from '../../functions/every-verb';
import { webhookEvents } from '../../functions/events/webhook-events';
import { signInRules } from '../../functions/http/sign-in-rules';
import { routeLimits } from '../../functions/limits/route-limits';
import { settings } from '../../functions/settings';
import { costTables } from '../costs/cost-tables';
import { permissions } from '../deploy/stripe/permissions';
import { attributeContract, eventContract, methodContract } from '../../widget/element/element-contract';
import { customPropertyContract, partContract } from '../../widget/element/style-contract';
import { feeTables } from './fee-tables';
import { wayTables } from './way-tables';
import { webhookTables } from './webhook-tables';

const cell = (text: string) => text.replaceAll('|', String.raw`\|`);
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');
}

/** The tables of docs/embedding.md, by the name that their marker gives, made of the element's own contract. */
export const contractTables: Readonly<Record<string, string>> = {
  attributes: table(
    ['attribute', 'property', 'values', 'absent', 'what it does'],
    attributeContract.map(({ attribute, property, values, absent, says }) => [
      `\`${attribute}\``,
      `\`${property}\``,
      values === null ? '' : values.map((value) => `\`${value}\``).join(', '),
      absent,
      says,
    ]),
  ),
  limits: table(
    ['requests', 'limit', 'who counts'],
    routeLimits.map(({ routes, limit, by }) => [routes.map((route) => `\`${route}\``).join(', '), limit, by]),
  ),
  'sign-in': table(
    ['rule', 'needs', 'requests'],
    signInRules.map(({ rule, needs, routes }) => [
      rule,
      needs,
      routes.map((route) => `\`${route}\``).join(', '),
    ]),
  ),
  methods: table(
    ['method', 'what it does'],
    methodContract.map(({ name, signature, says }) => [`\`${name}${signature}\``, says]),
  ),
  events: table(
    ['event', '`detail`', 'can be prevented', 'when'],
    eventContract.map(({ name, detail, cancelable, says }) => [
      `\`${name}\``,
      Object.entries(detail)
        .map(([field, type]) => `\`${field}\`: ${type}`)
        .join(', '),
      cancelable ? 'yes' : '',
      says,
    ]),
  ),
  properties: table(
    ['property', 'what it sets'],
    Object.entries(customPropertyContract).map(([name, says]) => [`\`--busker-${name}\``, says]),
  ),
  verbs: table(
    ['verb', 'what it does', 'needs `--yes`'],
    everyVerb.map(({ name, takes, says, writes }) => [`\`${name} ${takes}\``, says, writes ? 'yes' : '']),
  ),
  settings: table(
    ['setting', 'meaning'],
    settings
      .filter(({ usedBy }) => usedBy !== 'secret')
      .map(({ name, meaning, required, requiredWhenLive }) => [
        `\`${name}\``,
        `${meaning}${required ? '; required' : ''}${requiredWhenLive === true ? '; required with live keys' : ''}`,
      ]),
  ),
  alerts: table(
    ['alert', 'on', 'means', 'who', 'runbook'],
    alerts.map(({ name, on, means, level, runbook }) => [
      `\`${name}\``,
      on,
      means,
      level,
      `[${runbook}](#${anchorOf(runbook)})`,
    ]),
  ),
  permissions: table(
    [
      'permission',
      'access',
      '`single`: direct column',
      '`connect`: direct column',
      '`connect`: Connect column',
    ],
    permissions.map(({ name, access, direct, connect }) => [
      name,
      access,
      direct.includes('single') ? 'yes' : '',
      direct.includes('connect') ? 'yes' : '',
      connect.includes('connect') ? 'yes' : '',
    ]),
  ),
  'webhook events': table(
    ['endpoint', 'events'],
    [
      ['your account', webhookEvents.payments.map((event) => `\`${event}\``).join(', ')],
      [
        'connected accounts',
        `the same, and ${webhookEvents.accounts.map((event) => `\`${event}\``).join(', ')}`,
      ],
    ],
  ),
  ...Object.fromEntries(
    Object.entries({ ...costTables, ...feeTables, ...wayTables, ...webhookTables }).map(
      ([name, { head, rows }]) => [name, table(head, rows)],
    ),
  ),
  'site software': table(
    ['software', 'who may paste what', 'lines'],
    siteSoftware.map(({ name, where, heading }) => [
      name,
      where,
      heading === null ? 'those of [the tag](embedding.md#the-tag)' : `[${heading}](#${anchorOf(heading)})`,
    ]),
  ),
  parts: table(
    ['part', 'what it is'],
    Object.entries(partContract).map(([name, says]) => [`\`${name}\``, says]),
  ),
};
