import ts from 'typescript';

/** The subset of JSON Schema that API types need. */
export type Schema = { readonly [key: string]: unknown };

export interface TypeSchemas {
  readonly $defs: Readonly<Record<string, Schema>>;
  readonly roots: Readonly<Record<string, Schema>>;
}

const NEVER: Schema = { not: {} };

/** `OtherString` keeps the SDK's enums open. It is dropped here, so that only known values are valid. */
const isOpenString = (type: ts.Type): boolean =>
  type.isIntersection() && type.types.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0);

const has = (type: ts.Type, flag: ts.TypeFlags): boolean => (type.flags & flag) !== 0;

/** Walks the compiler's types and writes each object type once, closed: unknown properties are invalid. */
class SchemaWriter {
  readonly defs: Record<string, Schema> = {};
  private readonly names = new Map<ts.Type, string>();

  constructor(private readonly checker: ts.TypeChecker) {}

  write(type: ts.Type): Schema {
    const { TypeFlags: F } = ts;
    if (has(type, F.Any | F.Unknown)) return {};
    if (has(type, F.Null)) return { type: 'null' };
    if (has(type, F.Undefined | F.Void | F.Never)) return NEVER;
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (has(type, F.BooleanLiteral)) return { const: this.checker.typeToString(type) === 'true' };
    if (has(type, F.String) || isOpenString(type)) return { type: 'string' };
    if (has(type, F.Number)) return { type: 'number' };
    if (has(type, F.BigInt)) return { type: 'integer' };
    if (type.isUnion()) return this.union(type);
    if (this.checker.isArrayType(type)) return { type: 'array', items: this.write(this.itemOf(type)) };
    return this.object(type);
  }

  private itemOf(type: ts.Type): ts.Type {
    const [item] = this.checker.getTypeArguments(type as ts.TypeReference);
    if (!item) throw new Error('An array type has no item type.');
    return item;
  }

  private union(type: ts.UnionType): Schema {
    const members = type.types.filter((member) => !has(member, ts.TypeFlags.Undefined));
    const literals = members.filter((member) => member.isStringLiteral()).map((member) => member.value);
    const others = members.filter(
      (member) => !member.isStringLiteral() && !(literals.length > 0 && isOpenString(member)),
    );
    const booleans = others.filter((member) => has(member, ts.TypeFlags.BooleanLiteral));
    const rest = booleans.length === 2 ? others.filter((member) => !booleans.includes(member)) : others;
    const parts = rest.map((member) => this.write(member));
    if (booleans.length === 2) parts.unshift({ type: 'boolean' });
    const unique = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
    const all = literals.length > 0 ? [{ enum: literals }, ...unique] : unique;
    return all.length === 1 && all[0] ? all[0] : { anyOf: all };
  }

  private object(type: ts.Type): Schema {
    const known = this.names.get(type);
    if (known !== undefined) return { $ref: `#/$defs/${known}` };
    const title = this.checker.typeToString(type);
    // A decimal is a string on the wire; the SDK converts it to an object.
    if (title === 'Decimal') return { type: 'string' };
    const name = `T${this.names.size}`;
    this.names.set(type, name);
    this.defs[name] = { type: 'object', title, ...this.properties(type) };
    return { $ref: `#/$defs/${name}` };
  }

  private properties(type: ts.Type): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const property of this.checker.getPropertiesOfType(type)) {
      const of = this.checker.getTypeOfSymbol(property);
      if (property.name === 'lastResponse' || of.getCallSignatures().length > 0) continue;
      properties[property.name] = this.write(of);
      if ((property.flags & ts.SymbolFlags.Optional) === 0) required.push(property.name);
    }
    const index = type.getStringIndexType();
    return {
      properties,
      additionalProperties: index ? this.write(index) : false,
      ...(required.length > 0 && { required }),
    };
  }
}

/** Closed schemas for the given type expressions over `import type Stripe from 'stripe'`. Takes some seconds. */
export function schemasOf(expressions: readonly string[], folder: string): TypeSchemas {
  const entry = `${folder}/stripe-wire-types.ts`;
  const lines = expressions.map((expression, index) => `export type R${index} = ${expression};`);
  const source = `import type Stripe from 'stripe';\n${lines.join('\n')}\n`;
  const options: ts.CompilerOptions = {
    strict: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    skipLibCheck: true,
    types: ['node'],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === entry ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : read(name, ...rest);
  const exists = host.fileExists.bind(host);
  host.fileExists = (name) => name === entry || exists(name);
  const program = ts.createProgram([entry], options, host);
  const file = program.getSourceFile(entry);
  const problems = file ? program.getSemanticDiagnostics(file) : [];
  const [first] = problems;
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'));
  const checker = program.getTypeChecker();
  const symbol = file && checker.getSymbolAtLocation(file);
  if (!symbol) throw new Error('The types of the SDK could not be read.');
  const writer = new SchemaWriter(checker);
  const roots: Record<string, Schema> = {};
  for (const exported of checker.getExportsOfModule(symbol)) {
    const expression = expressions[Number(exported.name.slice(1))];
    if (expression !== undefined) roots[expression] = writer.write(checker.getDeclaredTypeOfSymbol(exported));
  }
  return { $defs: writer.defs, roots };
}
