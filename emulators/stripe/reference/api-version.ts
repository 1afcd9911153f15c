/** The version of the API that the sandbox speaks, and of the script that goes with it. The pages' scripts need them too, so nothing is imported here. */
export const API_VERSION = '2026-10-28.endive';
export const STRIPE_JS_VERSION = 'endive';
