/** The styles of the sandbox's own pages, light and dark. */
export const SANDBOX_CSS = `
:root { color-scheme: light dark; --ink: #1f2430; --soft: #5b6172; --line: #d9dce5; --paper: #ffffff; --ground: #f4f5f9; --accent: #5046e5; --on-accent: #ffffff;
  --bad: #b3261e; --good: #18713a; --warn: #8a5a00; --tint: #ecebfd; }
@media (prefers-color-scheme: dark) { :root { --ink: #eceef5; --soft: #a9afc0; --line: #3a3f4e; --paper: #1d212b; --ground: #12151c; --accent: #a5a0ff; --on-accent: #14122b;
  --bad: #ff9d94; --good: #7fd99b; --warn: #f0c36d; --tint: #2a2850; } }
*, *::before, *::after { box-sizing: border-box; }
html, body { margin: 0; min-height: 100%; }
body { font: 16px/1.5 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--ground); }
:root:has(body.bare) { color-scheme: light only; }
body.bare { background: transparent; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 1.0625rem; margin: 0 0 8px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.8125rem; }
.soft { color: var(--soft); }
.badge { display: inline-block; padding: 2px 8px; border-radius: 999px; font-size: 0.75rem; font-weight: 600; letter-spacing: 0.02em; color: var(--warn); border: 1px solid currentColor; }
.panel { background: var(--paper); border: 1px solid var(--line); border-radius: 12px; padding: 24px; box-shadow: 0 12px 32px rgba(15, 18, 34, 0.08); }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 18px; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer;
  color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: 8px; }
.button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.button:disabled { opacity: 0.55; cursor: default; }
.button:focus-visible, a:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.stack { display: grid; gap: 10px; }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; }
.error { color: var(--bad); }
.error:empty { display: none; }
.challenge { min-height: 100vh; display: grid; place-items: center; padding: 16px; background: rgba(16, 18, 28, 0.55); }
.challenge .panel { width: min(100%, 400px); position: relative; }
.challenge .close { position: absolute; top: 8px; right: 8px; width: 44px; min-height: 44px; padding: 0; border-color: transparent; font-size: 1.25rem; }
.challenge .code { display: block; margin: 0 auto; border-radius: 8px; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 20px; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
.checkout { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 440px); gap: 48px; max-width: 960px; margin: 0 auto; padding: 48px 20px; align-items: start; }
.checkout.narrow { grid-template-columns: minmax(0, 520px); justify-content: center; }
@media (max-width: 760px) { .checkout { grid-template-columns: minmax(0, 1fr); gap: 20px; padding: 20px 16px; } }
.plain-title { font-size: 1rem; font-weight: 400; margin: 0 0 12px; }
.total { font-size: 2.25rem; font-weight: 700; line-height: 1.15; margin: 0 0 16px; font-variant-numeric: tabular-nums; }
.summary .facts dt { color: var(--ink); }
.field { margin: 0 0 12px; }
.field label { display: block; margin-bottom: 4px; font-size: 0.875rem; font-weight: 500; }
.field input { width: 100%; min-height: 44px; padding: 10px 12px; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 5px; }
.field input[aria-invalid="true"] { border-color: var(--bad); }
#card { margin-bottom: 12px; }
.currencies { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 8px; padding: 0; border: 0; }
.currencies legend { padding: 0; margin-bottom: 4px; font-size: 0.875rem; font-weight: 500; }
.currencies label { display: flex; gap: 8px; align-items: center; min-height: 44px; padding: 0 12px; border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
.currencies label:has(:checked) { border-color: var(--accent); }
.button.wide { width: 100%; }
.inspector { max-width: 1320px; margin: 0 auto; padding: 24px 16px; display: grid; gap: 16px; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 16px; align-items: start; }
.inspector .panel { padding: 16px; min-width: 0; box-shadow: none; }
.scroll { overflow: auto; max-height: 420px; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
th, td { text-align: left; padding: 4px 8px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; position: sticky; top: 0; background: var(--paper); }
.plain { padding: 0; color: var(--accent); background: none; border: 0; cursor: pointer; text-align: left; text-decoration: underline; overflow-wrap: anywhere; }
.button.small { min-height: 32px; padding: 2px 10px; font-size: 0.8125rem; }
pre { margin: 0; max-height: 480px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.choice { display: grid; gap: 4px; }
.choice p { margin: 0; font-size: 0.875rem; }
`;
