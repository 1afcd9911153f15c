/** Something with a local Firestore. */
interface WithFirestore {
  readonly addresses: { readonly firestore: string };
}

interface Profile {
  readonly name: string;
  readonly fields: {
    readonly handle: { readonly stringValue: string };
    readonly tips: { readonly mapValue: { readonly fields: Readonly<Record<string, unknown>> } };
  };
}

const monthly = {
  on: { booleanValue: true },
  intervals: { arrayValue: { values: [{ stringValue: 'month' }, { stringValue: 'year' }] } },
  presets: { mapValue: { fields: { month: { nullValue: null }, year: { nullValue: null } } } },
};

const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };

/** All documents of a collection, as the emulator stores them, without the rules. */
export async function listDocuments(firestore: string, collection: string): Promise<readonly unknown[]> {
  const documents = `${firestore}/v1/projects/demo-busker/databases/(default)/documents`;
  const listed = await fetch(`${documents}/${collection}?pageSize=300`, { headers });
  return ((await listed.json()) as { readonly documents?: readonly unknown[] }).documents ?? [];
}

/** Ada's published profile offers monthly and yearly tips, written straight into the store. */
export async function offerMonthly({ addresses: { firestore } }: WithFirestore): Promise<void> {
  const profiles = (await listDocuments(firestore, 'profiles')) as readonly Profile[];
  const ada = profiles.find(({ fields }) => fields.handle.stringValue === 'ada');
  if (ada === undefined) throw new Error('Ada has no profile');
  const fields = { ...ada.fields.tips.mapValue.fields, monthly: { mapValue: { fields: monthly } } };
  const changed = await fetch(`${firestore}/v1/${ada.name}?updateMask.fieldPaths=tips`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ fields: { tips: { mapValue: { fields } } } }),
  });
  if (!changed.ok) throw new Error(`Ada offers nothing: ${changed.status} ${await changed.text()}`);
}
