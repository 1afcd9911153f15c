/** The port to whoever tells people from programs. */
export interface Challenge {
  /** Whether this answer, given by a page of this address, is a person's. */
  verify(answer: string, address: string | null): Promise<'person' | 'not-a-person' | 'unavailable'>;
}
