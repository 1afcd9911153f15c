/** A table of a page of docs/, made of the code. */
export interface DocsTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
