import type { SafeFetch, SafeFetchAnswer } from '../safe-fetch/safe-fetch';

/** Web pages in memory, by address. */
export class InMemoryPages {
  readonly asked: string[] = [];
  private readonly pages = new Map<string, SafeFetchAnswer>();

  put(url: string, body: string, parts: Partial<Extract<SafeFetchAnswer, { ok: true }>> = {}): void {
    this.pages.set(url, { ok: true, status: 200, url, headers: {}, body, ...parts });
  }
  fail(url: string, problem: Extract<SafeFetchAnswer, { ok: false }>['problem']): void {
    this.pages.set(url, { ok: false, problem });
  }
  fetch: SafeFetch = (url) => {
    this.asked.push(url);
    return Promise.resolve(this.pages.get(url) ?? { ok: false, problem: 'name-not-found' });
  };
}
