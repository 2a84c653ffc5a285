import type { PickValue, Validator } from './enforcement.ts';

/** An event that an API sends, as the runtime needs it: a file of `app/events`. */
export interface EventEntry extends Validator {
  /** The name of its file: `invoice.paid`. */
  readonly name: string;
  /** Copies the declared properties of a payload, as for responses; undefined if that would change nothing. */
  readonly pick: PickValue | undefined;
}

/** The parts of an event that are code. */
type EventCode = Validator & Partial<Pick<EventEntry, 'pick'>>;

/** The events of a manifest. Both lists have the same order. */
interface GeneratedEvents {
  readonly names: readonly string[];
  /** Functions that return the code of the next events, `size` of them each. */
  readonly groups: readonly (() => readonly (() => EventCode)[])[];
  readonly size: number;
}

/** Creates the events of a manifest. The code of one is created when it is first sent. */
export function createEventEntries({ names, groups, size }: GeneratedEvents): EventEntry[] {
  const made: (readonly (() => EventCode)[])[] = [];
  const codeOf = (index: number): EventCode => {
    const group = Math.floor(index / size);
    return (made[group] ??= groups[group]!())[index % size]!();
  };
  return names.map((name, index) => new LazyEvent(name, () => codeOf(index)));
}

class LazyEvent implements EventEntry {
  readonly name: string;
  readonly #create: () => EventCode;
  #code: EventCode | undefined;

  constructor(name: string, create: () => EventCode) {
    this.name = name;
    this.#create = create;
  }

  get check(): EventEntry['check'] {
    return (this.#code ??= this.#create()).check;
  }

  get explain(): EventEntry['explain'] {
    return (this.#code ??= this.#create()).explain;
  }

  get pick(): EventEntry['pick'] {
    return (this.#code ??= this.#create()).pick;
  }
}
