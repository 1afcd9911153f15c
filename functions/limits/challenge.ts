/** The port to the service that verifies challenges. */
export interface Challenge {
  /** Whether this answer, sent from this address, solves the challenge. */
  verify(answer: string, address: string | null): Promise<'person' | 'not-a-person' | 'unavailable'>;
}
