/** One array of the back channel: its number and its content. */
export interface OutgoingArray {
  readonly id: number;
  readonly content: readonly unknown[];
}

/**
 * `<length>
 * <json>`; the length counts UTF-16 units, not bytes.
 */
export function frame(json: unknown): string {
  const text = JSON.stringify(json);
  return `${text.length}\n${text}`;
}

export const arraysFrame = (arrays: readonly OutgoingArray[]): string =>
  frame(arrays.map(({ id, content }) => [id, content]));
