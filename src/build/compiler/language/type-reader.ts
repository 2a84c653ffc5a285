import type { Passage } from '../comment/comment.ts';
import { locate } from '../comment/comment.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import * as messages from '../diagnostics/messages.ts';
import type { Location, Span } from '../diagnostics/source.ts';
import type { Token } from './type-token.ts';
import { CLOSING, tokenAt } from './type-token.ts';

/** Reads the tokens of a type, and recovers from its syntax errors. */
export class TypeReader {
  /** With spaces for line ends, which a quoted text can contain. */
  protected readonly text: string;
  protected token: Token;
  /** The end of the token before. */
  protected end = 0;
  /** The brackets that close the open ones, outermost first. */
  protected readonly open: string[] = [];
  protected readonly faults: Diagnostic[] = [];
  protected isTooDeep = false;
  /** Whether closing brackets may have been skipped. */
  private hasSkippedEnd = false;

  constructor(private readonly type: Passage) {
    this.text = type.text.replace(/[\r\n]/g, ' ');
    this.token = tokenAt(this.text, 0);
  }

  /** Parses the inside of brackets, and their end. */
  protected parseInside<T>(close: string, parse: () => T): T {
    this.open.push(close);
    const inside = parse();
    if (this.token.kind === 'end') this.reportMissing();
    else if (this.token.text !== close) this.reportMissing(`"${close}"`);
    this.open.pop();
    this.take(close);
    return inside;
  }

  /** Skips text that can't be parsed, including all text between brackets. */
  protected skip(ends: RegExp): void {
    const inner: string[] = [];
    while (this.token.kind !== 'end' && (inner.length > 0 || !this.isAtEnd(ends))) {
      const { text } = this.token;
      if (CLOSING[text] !== undefined) inner.push(CLOSING[text]);
      else if (text === inner.at(-1)) inner.pop();
      else if (this.open.includes(text)) break;
      this.advance();
    }
    this.hasSkippedEnd = this.token.kind === 'end';
  }

  /** Reports the token, or the end if something is missing there. */
  protected reportUnexpected(expected?: 'a type' | 'a property'): void {
    const { kind, text } = this.token;
    if (kind === 'end') this.reportMissing(expected);
    else this.report(messages.invalidType(this.here(), shorten(this.text), text, expected));
  }

  private reportMissing(expected?: string): void {
    const isEnd = this.token.kind === 'end';
    if (isEnd && this.hasSkippedEnd) return;
    const closing = isEnd && this.open.length > 0 ? [`"${this.open.toReversed().join('')}"`] : [];
    const missing = [...(expected === undefined ? [] : [expected]), ...closing];
    this.report(messages.incompleteType(this.here(), shorten(this.text), missing.join(' and ')));
  }

  /** Reports a fault, unless it follows from the one before: at the same token, or where the parser has stopped. */
  protected report(fault: Diagnostic): void {
    const last = this.faults.at(-1);
    if (!this.isTooDeep && last?.at.span.start !== fault.at.span.start) this.faults.push(fault);
  }

  protected take(sign: string): boolean {
    if (this.token.kind !== 'sign' || this.token.text !== sign) return false;
    this.advance();
    return true;
  }

  protected advance(): void {
    this.end = this.token.end;
    this.token = tokenAt(this.text, this.end);
  }

  /** Whether a type can end here: at one of the signs, at a closing bracket, or at the end. */
  protected isAtEnd(ends: RegExp): boolean {
    const { kind, text } = this.token;
    return kind === 'end' || (kind === 'sign' && (ends.test(text) || this.open.includes(text)));
  }

  protected spanFrom(start: number): Span {
    return { start: this.type.start + start, end: this.type.start + this.end };
  }

  protected here(): Location {
    const { start, end } = this.token;
    return locate(this.type, start, Math.max(start + 1, end));
  }
}

/** Shortens a type in a message. */
function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
