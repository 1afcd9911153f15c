import * as v from 'valibot';
import type { StoreIndex, StoreIndexes } from '../google/store-indexes';
import { due, fine, type Finding } from '../step';

const declaredPart = v.object({
  fieldPath: v.string(),
  order: v.optional(v.string()),
  arrayConfig: v.optional(v.string()),
});
const declaredIndexes = v.object({
  indexes: v.array(
    v.object({ collectionGroup: v.string(), queryScope: v.string(), fields: v.array(declaredPart) }),
  ),
  fieldOverrides: v.array(
    v.object({
      collectionGroup: v.string(),
      fieldPath: v.string(),
      ttl: v.optional(v.boolean(), false),
      indexes: v.array(
        v.object({
          queryScope: v.string(),
          order: v.optional(v.string()),
          arrayConfig: v.optional(v.string()),
        }),
      ),
    }),
  ),
});
export type DeclaredIndexes = v.InferOutput<typeof declaredIndexes>;

/** The text of rules/firestore.indexes.json. */
export const parseIndexes = (text: string): DeclaredIndexes => v.parse(declaredIndexes, JSON.parse(text));

const spell = (collection: string, scope: string, parts: readonly (readonly [string, string])[]) =>
  `${collection} (${scope.toLowerCase().replaceAll('_', ' ')}) on ${parts.map(([path, kind]) => `${path} ${kind.toLowerCase()}`).join(', ')}`;

const spellFound = ({ collection, scope, fields }: StoreIndex) =>
  spell(
    collection,
    scope,
    fields.map(({ fieldPath, kind }): [string, string] => [fieldPath, kind]),
  );

/** The declared indexes that are missing or still being built. */
export interface IndexDifferences {
  readonly absent: readonly string[];
  readonly building: readonly string[];
}

export function indexDifferences(declared: DeclaredIndexes, found: StoreIndexes): IndexDifferences {
  const absent: string[] = [];
  const building: string[] = [];
  const sort = (name: string, ready: boolean | undefined) => {
    if (ready === undefined) absent.push(name);
    else if (!ready) building.push(name);
  };
  const there = new Map(found.indexes.map((index) => [spellFound(index), index.ready]));
  for (const { collectionGroup, queryScope, fields } of declared.indexes) {
    const parts = fields.map((each): [string, string] => [
      each.fieldPath,
      each.order ?? each.arrayConfig ?? '',
    ]);
    const name = spell(collectionGroup, queryScope, parts);
    sort(name, there.get(name));
  }
  for (const { collectionGroup, fieldPath, ttl, indexes } of declared.fieldOverrides) {
    const own = found.fields.find(
      (each) => each.collection === collectionGroup && each.fieldPath === fieldPath,
    );
    if (ttl && own?.ttl !== true) absent.push(`time to live of ${collectionGroup}.${fieldPath}`);
    if (!ttl && indexes.length === 0 && own === undefined)
      absent.push(`no index on ${collectionGroup}.${fieldPath}`);
    for (const { queryScope, order, arrayConfig } of indexes) {
      const kind = order ?? arrayConfig ?? '';
      const match = own?.indexes.find((each) => each.scope === queryScope && each.kind === kind);
      sort(spell(collectionGroup, queryScope, [[fieldPath, kind]]), match?.ready);
    }
  }
  return { absent, building };
}

export function judgeIndexes({ absent, building }: IndexDifferences, count: number): readonly Finding[] {
  if (absent.length + building.length === 0) return [fine(`${count} indexes and field settings are ready`)];
  return [
    ...absent.map((name) => due(`index ${name}`)),
    ...building.map((name) => due(`index ${name} is being built`)),
  ];
}
