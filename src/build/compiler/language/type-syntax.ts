import type { Passage } from '../comment/comment.ts';
import { MAX_NESTING } from '../comment/nesting.ts';
import { unescapeQuotes } from '../comment/line.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { NameNode, PropertyNode, TypeNode } from './type-nodes.ts';
import { TypeReader } from './type-reader.ts';
import { isPropertyName, tokenAt } from './type-token.ts';

/** A type as it is written. */
export interface TypeSyntax {
  readonly root: TypeNode;
  /** Its syntax errors, in order. */
  readonly faults: readonly Diagnostic[];
  /** Whether it nests too deep to be read to its end. */
  readonly isTooDeep: boolean;
}

/**
 * Parses a type into a tree. It never fails: a part with a syntax error is skipped, and the rest is parsed.
 *
 * @example parseTypeSyntax('Pet[]').root // { kind: 'list', inner: { kind: 'name', name: 'Pet', ... }, ... }
 */
export function parseTypeSyntax(type: Passage): TypeSyntax {
  return new TypeParser(type).parse();
}

const COMMA = /^,$/;
const COMMA_OR_SEMICOLON = /^[,;]$/;
const NOTHING = /^$/;

class TypeParser extends TypeReader {
  parse(): TypeSyntax {
    const root = this.parseUntil(NOTHING, 1);
    return { root, faults: this.faults, isTooDeep: this.isTooDeep };
  }

  /** Parses a type up to the place where it must end, and skips any other text. */
  private parseUntil(ends: RegExp, depth: number): TypeNode {
    const { start } = this.token;
    const before = this.faults.length;
    const node = this.parseUnion(depth);
    if (this.isAtEnd(ends)) return node;
    if (this.faults.length === before) this.reportUnexpected();
    this.skip(ends);
    return { kind: 'invalid', parts: [node], ...this.spanFrom(start) };
  }

  private parseUnion(depth: number): TypeNode {
    const { start } = this.token;
    const members = [this.parseIntersection(depth)];
    while (this.take('|')) members.push(this.parseIntersection(depth));
    return members.length === 1 ? members[0]! : { kind: 'union', members, ...this.spanFrom(start) };
  }

  private parseIntersection(depth: number): TypeNode {
    const { start } = this.token;
    const parts = [this.parseOperand(depth)];
    while (this.take('&')) parts.push(this.parseOperand(depth));
    return parts.length === 1
      ? parts[0]!
      : { kind: 'unsupported', construct: 'intersection', parts, ...this.spanFrom(start) };
  }

  private parseOperand(depth: number): TypeNode {
    if (depth > MAX_NESTING) return this.stop();
    const { start } = this.token;
    if (this.take('?')) {
      if (this.isAtEnd(/^[,;|&=]$/))
        return { kind: 'unsupported', construct: 'unknown', parts: [], ...this.spanFrom(start) };
      return { kind: 'nullable', inner: this.parseOperand(depth + 1), ...this.spanFrom(start) };
    }
    if (this.take('!')) return { kind: 'group', inner: this.parseOperand(depth + 1), ...this.spanFrom(start) };
    if (this.take('...'))
      return {
        kind: 'unsupported',
        construct: 'variadic',
        parts: [this.parseOperand(depth + 1)],
        ...this.spanFrom(start),
      };
    return this.parseSuffixes(this.parsePrimary(depth), start);
  }

  private parseSuffixes(operand: TypeNode, start: number): TypeNode {
    let node = operand;
    for (;;) {
      if (this.take('[]')) node = { kind: 'list', inner: node, ...this.spanFrom(start) };
      else if (this.take('?')) node = { kind: 'nullable', inner: node, ...this.spanFrom(start) };
      else if (this.take('!')) node = { kind: 'group', inner: node, ...this.spanFrom(start) };
      else if (this.take('='))
        node = { kind: 'unsupported', construct: 'optional', parts: [node], ...this.spanFrom(start) };
      else if (this.take('...'))
        node = { kind: 'unsupported', construct: 'variadic', parts: [node], ...this.spanFrom(start) };
      else return node;
    }
  }

  private parsePrimary(depth: number): TypeNode {
    const { kind, text, start } = this.token;
    if (kind === 'word') return text === 'function' ? this.parseFunction(depth) : this.parseName(depth);
    if (kind === 'number' || kind === 'text') {
      this.advance();
      const value = kind === 'number' ? Number(text) : unescapeQuotes(text.slice(1, -1));
      return { kind: 'literal', value, ...this.spanFrom(start) };
    }
    if (this.take('*')) return { kind: 'name', name: 'any', ...this.spanFrom(start) };
    if (this.take('(')) {
      const inner = this.parseInside(')', () => this.parseUntil(NOTHING, depth + 1));
      return { kind: 'group', inner, ...this.spanFrom(start) };
    }
    if (this.take('{')) return this.parseObject(start, depth);
    this.reportUnexpected('a type');
    this.end = start;
    return { kind: 'invalid', parts: [], ...this.spanFrom(start) };
  }

  private parseName(depth: number): TypeNode {
    const { text, start } = this.token;
    this.advance();
    const name: NameNode = { kind: 'name', name: text, ...this.spanFrom(start) };
    if (!this.take('<') && !this.take('.<')) return name;
    const given = this.parseInside('>', () => {
      const types = [];
      do types.push(this.parseUntil(COMMA, depth + 1));
      while (!this.isBeforeProperty() && this.take(','));
      return types;
    });
    return { kind: 'generic', name, arguments: given, ...this.spanFrom(start) };
  }

  /** Whether a comma here parts the properties of an object around unclosed type arguments: `{a: Array<string, b: string}`. */
  private isBeforeProperty(): boolean {
    if (!this.open.includes('}')) return false;
    const key = tokenAt(this.text, this.token.end);
    const colon = tokenAt(this.text, key.end);
    return colon.text === ':' || (colon.text === '?' && tokenAt(this.text, colon.end).text === ':');
  }

  private parseObject(start: number, depth: number): TypeNode {
    const properties = this.parseInside('}', () => {
      const found: PropertyNode[] = [];
      while (!this.isAtEnd(NOTHING)) {
        found.push(this.parseProperty(depth));
        if (!this.take(',') && !this.take(';')) break;
      }
      return found;
    });
    return { kind: 'object', properties, ...this.spanFrom(start) };
  }

  private parseProperty(depth: number): PropertyNode {
    const { start } = this.token;
    const key = this.parseKey();
    if (key === undefined) this.end = start;
    const keyAt = this.spanFrom(start);
    const optional = key !== undefined && this.take('?');
    const hasType = key !== undefined && this.take(':');
    if (!hasType && (key === undefined || !this.isAtEnd(COMMA_OR_SEMICOLON))) {
      this.reportUnexpected('a property');
      this.skip(COMMA_OR_SEMICOLON);
    }
    const type = hasType ? this.parseUntil(COMMA_OR_SEMICOLON, depth + 1) : undefined;
    return { key: key ?? '', keyAt, optional, type, ...this.spanFrom(start) };
  }

  private parseKey(): string | undefined {
    const { kind, text } = this.token;
    if (kind === 'sign' || kind === 'end') return undefined;
    // In the name of a parameter a dot leads to a part of it.
    if (kind === 'word' && !isPropertyName(text)) this.faults.push(messages.unquotedProperty(this.here(), text));
    this.advance();
    if (kind === 'number') return String(Number(text));
    return kind === 'text' ? unescapeQuotes(text.slice(1, -1)) : text;
  }

  /** Reads a function up to the end of its result. */
  private parseFunction(depth: number): TypeNode {
    const { start } = this.token;
    this.advance();
    if (this.take('(')) this.parseInside(')', () => this.skip(NOTHING));
    const parts = this.take(':') ? [this.parseOperand(depth + 1)] : [];
    return { kind: 'unsupported', construct: 'function', parts, ...this.spanFrom(start) };
  }

  /** Gives up, since trees are walked by recursion. */
  private stop(): TypeNode {
    this.report(messages.nestingLimit(this.here(), MAX_NESTING));
    this.isTooDeep = true;
    this.token = tokenAt('', 0);
    return { kind: 'invalid', parts: [], ...this.spanFrom(this.end) };
  }
}
