import type { PostAnswer, PostRequest, SafePost } from '../safe-fetch/safe-fetch';

/** Keeps the requests to owners' addresses, and answers as a test says. */
export class InMemoryPost {
  readonly requests: PostRequest[] = [];
  answer: (request: PostRequest) => PostAnswer = () => ({
    ok: true,
    status: 200,
    headers: {},
    text: '',
    ms: 1,
  });

  readonly post: SafePost = (request) => {
    this.requests.push(request);
    return Promise.resolve(this.answer(request));
  };
}
