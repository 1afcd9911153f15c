export function readPromises(texts: ReadonlyMap<string, string>): {
  readonly promises: readonly { readonly id: string; readonly lanes: readonly string[] }[];
};
export function textsOfRepository(): Promise<ReadonlyMap<string, string>>;
