/** What is said of one event. `path`: the page of the dashboard where the owner acts on it. */
export interface Sentence {
  readonly text: string;
  readonly note: string | null;
  readonly path: string;
}

export const sentence = (text: string, path: string, note: string | null = null): Sentence => ({
  text,
  note,
  path,
});
