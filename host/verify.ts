import { Stopped, wordsIn, type Machine } from './command';
import { lineOf } from './verify/site';
import { runChecks } from './verify/run-checks';
import { siteOf } from './verify/site-of';

/** `busker verify https://host`: checks an installation and says a line for each check. It changes nothing, except that --tip sends one tip with a test card and undoes it. */
export async function verify(args: string[], { say, found }: Machine): Promise<0 | 1> {
  const { values, positionals } = wordsIn({
    args,
    allowPositionals: true,
    options: {
      tip: { type: 'boolean', default: false },
      handle: { type: 'string' },
      release: { type: 'string' },
      'expect-region': { type: 'string' },
      project: { type: 'string' },
      server: { type: 'boolean', default: false },
    },
  });
  const [address = ''] = positionals;
  if (!URL.canParse(address) || positionals.length !== 1)
    throw new Stopped('Say what to verify: busker verify https://busker.example', 2);
  const site = await siteOf(
    {
      origin: new URL(address).origin,
      handle: values.handle ?? null,
      release: values.release ?? null,
      region: values['expect-region'] ?? null,
      project: values.project ?? null,
      isServer: values.server,
    },
    process.env,
  );
  if (!site.ok) throw new Stopped(site.problem);
  const began = performance.now();
  const findings = await runChecks(site.value, { withTip: values.tip }, (finding) => {
    say(lineOf(finding));
    found?.(finding);
  });
  const faults = findings.filter(({ verdict }) => verdict.state === 'fault').length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  say(`${findings.length} checks in ${seconds} s, ${faults === 0 ? 'none' : faults} failed`);
  return faults === 0 ? 0 : 1;
}
