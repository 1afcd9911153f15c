/** A place in a rules file. Lines and columns count from 1, offsets from 0. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A syntax error. Thrown only inside the loader; `loadRules` returns it as an issue. */
export class Refusal extends Error {
  readonly place: Place;

  constructor(place: Place, message: string) {
    super(message);
    this.place = place;
  }
}

/** Finds the line and column of an offset; created once for each file. */
export function placesOf(source: string): (offset: number) => Place {
  const starts = [0];
  for (let i = 0; i < source.length; i++) if (source[i] === '\n') starts.push(i + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset };
  };
}

export type ComparisonOp = '<' | '<=' | '>' | '>=';
export type ArithmeticOp = '+' | '-' | '*' | '/' | '%';
export type BinaryOp = '==' | '!=' | 'in' | ComparisonOp | ArithmeticOp;

/** `parentheses`: the number of parentheses around the expression. Each counts as one evaluated expression. */
export type Expression = Operation & { readonly parentheses?: number };

/** All operands of a chain of `&&` or `||`: long chains stay flat, so that they do not deepen the tree. */
type Operation =
  | { readonly kind: 'null'; readonly at: Place }
  | { readonly kind: 'bool'; readonly value: boolean; readonly at: Place }
  | { readonly kind: 'int'; readonly value: bigint; readonly at: Place }
  | { readonly kind: 'float'; readonly value: number; readonly at: Place }
  | { readonly kind: 'string'; readonly value: string; readonly at: Place }
  | { readonly kind: 'bytes'; readonly value: Uint8Array; readonly at: Place }
  | { readonly kind: 'name'; readonly name: string; readonly at: Place }
  | { readonly kind: 'list'; readonly items: readonly Expression[]; readonly at: Place }
  | { readonly kind: 'map'; readonly entries: readonly MapEntry[]; readonly at: Place }
  | { readonly kind: 'path'; readonly parts: readonly PathPart[]; readonly at: Place }
  | { readonly kind: 'member'; readonly object: Expression; readonly name: string; readonly at: Place }
  | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression; readonly at: Place }
  | {
      readonly kind: 'slice';
      readonly object: Expression;
      readonly from: Expression;
      readonly to: Expression;
      readonly at: Place;
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[]; readonly at: Place }
  | {
      readonly kind: 'method';
      readonly object: Expression;
      readonly name: string;
      readonly args: readonly Expression[];
      readonly at: Place;
    }
  | { readonly kind: 'not'; readonly operand: Expression; readonly at: Place }
  | { readonly kind: 'negate'; readonly operand: Expression; readonly at: Place }
  | { readonly kind: 'and'; readonly operands: readonly Expression[]; readonly at: Place }
  | { readonly kind: 'or'; readonly operands: readonly Expression[]; readonly at: Place }
  | {
      readonly kind: 'binary';
      readonly op: BinaryOp;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: Place;
    }
  | { readonly kind: 'is'; readonly operand: Expression; readonly type: string; readonly at: Place }
  | {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
      readonly at: Place;
    };

export interface MapEntry {
  readonly key: Expression;
  readonly value: Expression;
}

export type PathPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly expression: Expression };

export interface LetBinding {
  readonly name: string;
  readonly value: Expression;
  readonly at: Place;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly lets: readonly LetBinding[];
  readonly body: Expression;
  readonly at: Place;
}

export type RequestMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

export interface AllowStatement {
  readonly methods: readonly RequestMethod[];
  /** null for `allow read;` without a condition. */
  readonly condition: Expression | null;
  readonly at: Place;
  /** The source text, for the log. */
  readonly text: string;
}

export type PatternPart =
  | { readonly kind: 'text'; readonly text: string }
  /** `{x}` */
  | { readonly kind: 'one'; readonly name: string }
  /** `{x=**}` */
  | { readonly kind: 'rest'; readonly name: string };

export interface MatchBlock {
  readonly pattern: readonly PatternPart[];
  readonly functions: readonly FunctionDeclaration[];
  readonly allows: readonly AllowStatement[];
  readonly matches: readonly MatchBlock[];
  readonly at: Place;
}

export type ServiceName = 'cloud.firestore' | 'firebase.storage';

export interface RulesFile {
  readonly version: '1' | '2';
  readonly functions: readonly FunctionDeclaration[];
  readonly service: {
    readonly name: ServiceName;
    readonly functions: readonly FunctionDeclaration[];
    readonly matches: readonly MatchBlock[];
  };
}
