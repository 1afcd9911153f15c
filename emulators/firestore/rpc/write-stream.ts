import { invalid } from '../status';
import type { Requests, WriteResponse } from '../wire/messages';
import type { RpcContext } from './service';
import { commit } from './write-rpcs';

/** One Write stream of a client: batches in, results out, in order. A failed batch ends the stream. */
export class WriteStream {
  private database: string | null = null;
  private answers = 0;

  constructor(
    private readonly context: RpcContext,
    private readonly send: (message: WriteResponse) => void,
  ) {}

  receive(request: Requests['WriteRequest']): void {
    if (this.database === null) {
      if (request.database === undefined)
        throw invalid('The first message of a Write stream names the database.');
      this.database = request.database;
      this.send({ streamId: 'busker', streamToken: this.token() });
      if ((request.writes ?? []).length === 0) return;
    }
    const { commitTime, writeResults } = commit(this.context, {
      database: this.database,
      writes: request.writes ?? [],
    });
    const answer = { streamToken: this.token(), commitTime };
    this.send(writeResults === undefined ? answer : { ...answer, writeResults });
  }

  close(): void {
    this.database = null;
  }

  private token(): string {
    return Buffer.from(`answer:${this.answers++}`).toString('base64');
  }
}
