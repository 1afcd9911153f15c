export type Env = Readonly<Record<string, string | undefined>>;

export interface EnvReader {
  readonly faults: readonly string[];
  fault(sentence: string): void;
  text(name: string): string;
  required(name: string, whatItIs: string): string;
  list(name: string, whatItIs: string, alsoFrom?: readonly string[]): readonly string[];
  choice<T extends string>(name: string, choices: readonly T[], otherwise: T): T;
  integer(name: string, otherwise: number, range: { readonly min: number; readonly max: number }): number;
  origin(name: string, otherwise: string | null): string;
  originOrNull(name: string): string | null;
  firstOf(names: readonly string[], otherwise: string | null): string;
}

/** Reads variables and collects every fault as a sentence, so that one start reports all of them. */
export function envReader(env: Env): EnvReader {
  const faults: string[] = [];
  const text = (name: string) => (env[name] ?? '').trim();
  const missing = (name: string, whatItIs: string) => {
    faults.push(`Set ${name}: ${whatItIs}.`);
    return '';
  };
  const asOrigin = (name: string, value: string) => {
    if (URL.canParse(value) && new URL(value).origin === value.replace(/\/$/, ''))
      return new URL(value).origin;
    faults.push(`${name} must be an origin such as https://busker.example, without a path.`);
    return value;
  };
  return {
    faults,
    fault: (sentence) => void faults.push(sentence),
    text,
    required: (name, whatItIs) => text(name) || missing(name, whatItIs),
    list(name, whatItIs, alsoFrom = []) {
      const entries = [name, ...alsoFrom].flatMap((each) =>
        text(each)
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      );
      if (entries.length === 0) missing(name, whatItIs);
      return entries;
    },
    choice(name, choices, otherwise) {
      const given = text(name);
      if (given === '') return otherwise;
      const found = choices.find((choice) => choice === given);
      if (found === undefined) faults.push(`${name} must be one of ${choices.join(', ')}.`);
      return found ?? otherwise;
    },
    integer(name, otherwise, { min, max }) {
      const given = text(name);
      if (given === '') return otherwise;
      const number = Number(given);
      if (Number.isInteger(number) && number >= min && number <= max) return number;
      faults.push(`${name} must be a whole number from ${min} to ${max}.`);
      return otherwise;
    },
    origin(name, otherwise) {
      const given = text(name);
      if (given !== '') return asOrigin(name, given);
      return otherwise ?? missing(name, 'the address people reach this server at, https://…');
    },
    originOrNull: (name) => (text(name) === '' ? null : asOrigin(name, text(name))),
    firstOf(names, otherwise) {
      const found = names.map(text).find((value) => value !== '');
      return found ?? otherwise ?? missing(names[0] ?? '', 'the Google Cloud project');
    },
  };
}

/** The value of a secret that is declared but not used. A deploy needs a value for each declared secret. */
export const switchedOff = 'off';
