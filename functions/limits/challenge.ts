/** The port to the service that verifies challenges. */
export interface ChallengeVerifier {
  /** Whether this answer, sent from this address, solves the challenge. */
  verify(answer: string, address: string | null): Promise<'person' | 'not-a-person' | 'unavailable'>;
}
