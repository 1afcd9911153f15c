import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { LoadRules, RulesIssue, Ruleset } from '../../rules-engine/port';

const SETTLE_MS = 50;

/** The rules in force: from a file that is watched, or put by a control request. */
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
    /** Whose rules, at the beginning of a log line. */
    private readonly service = 'firestore',
  ) {
    this.watcher = file === null ? null : this.watchFile(file);
    if (file === null)
      log(`${service}: no rules file: every request that is not the administrator's is denied`);
    else this.read(file);
  }

  ruleset(): Ruleset | null {
    return this.current;
  }

  /** Rules that do not load change nothing: the issues say why. */
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
    const kept = this.current === null ? 'everything is denied' : 'the rules from before stay in force';
    for (const { line, column, message, severity } of issues) {
      this.log(`${this.service}: ${basename(file)}:${line}:${column} ${severity}: ${message}`);
    }
    this.log(
      failed
        ? `${this.service}: the rules did not load; ${kept}`
        : `${this.service}: rules loaded from ${basename(file)}`,
    );
  }

  /** Watches the folder, since editors replace a file rather than write into it. */
  private watchFile(file: string): { close(): void } {
    return watch(dirname(file), { persistent: false }, (_event, name) => {
      if (name !== null && name !== basename(file)) return;
      if (this.timer !== null) clearTimeout(this.timer);
      this.timer = setTimeout(() => this.read(file), SETTLE_MS);
    });
  }
}
