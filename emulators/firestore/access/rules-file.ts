import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LoadRules, RulesIssue, Ruleset } from '@busker/rules-engine/port';

const SETTLE_MS = 50;

/** Why rules cannot be used from the start: their first mistake, or that they are those of another service; null = they can. */
export function rulesFault(file: string, load: LoadRules, service: Ruleset['service']): string | null {
  const loaded = load(readFileSync(file, 'utf8'));
  const [issue] = loaded.ok ? [] : loaded.issues.filter(({ severity }) => severity === 'error');
  if (issue) return `has a mistake in ${file}:${issue.line}:${issue.column}: ${issue.message}`;
  return loaded.ok && loaded.ruleset.service !== service
    ? `names ${file}, which has rules of ${loaded.ruleset.service}.`
    : null;
}

/** The active rules: from a watched file, or set by a control request. */
export class RulesFile {
  private current: Ruleset | null = null;
  private readonly watcher: { close(): void } | null;
  private timer: NodeJS.Timeout | null = null;
  private source = '';

  constructor(
    file: string | null,
    private readonly load: LoadRules,
    private readonly log: (line: string) => void,
    private readonly changed: () => void,
    /** The service's name, for the start of each log line. */
    private readonly service = 'firestore',
  ) {
    this.watcher = file === null ? null : this.watchFile(file);
    if (file === null) log(`${service}: no rules file; only the administrator's requests are allowed`);
    else this.read(file);
  }

  ruleset(): Ruleset | null {
    return this.current;
  }

  /** Rules with errors are not applied; the returned issues say why. */
  put(source: string): readonly RulesIssue[] {
    const loaded = this.load(source);
    if (!loaded.ok) return loaded.issues;
    this.current = loaded.ruleset;
    this.changed();
    return loaded.warnings;
  }

  close(): void {
    this.watcher?.close();
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private read(file: string): void {
    let source: string;
    try {
      source = readFileSync(file, 'utf8');
    } catch {
      this.log(`${this.service}: the rules file ${file} cannot be read`);
      return;
    }
    if (source === this.source) return;
    this.source = source;
    const issues = this.put(source);
    const failed = issues.some(({ severity }) => severity === 'error');
    const kept = this.current === null ? 'all other requests are denied' : 'the previous rules stay active';
    for (const { line, column, message, severity } of issues) {
      this.log(`${this.service}: ${basename(file)}:${line}:${column} ${severity}: ${message}`);
    }
    this.log(
      failed
        ? `${this.service}: the rules have errors and were not loaded; ${kept}`
        : `${this.service}: rules loaded from ${basename(file)}`,
    );
  }

  /** Watches the folder, because editors replace a file instead of writing into it. */
  private watchFile(file: string): { close(): void } {
    return watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name !== null && name !== basename(file)) return;
      if (this.timer !== null) clearTimeout(this.timer);
      this.timer = setTimeout(() => this.read(file), SETTLE_MS);
    });
  }
}
