/** What answers the requests for which Hosting has no file: the functions. */
export interface FetchApp {
  fetch(request: Request, env?: unknown): Response | Promise<Response>;
}
