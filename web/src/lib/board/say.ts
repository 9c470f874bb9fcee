import { t } from '../text';

/** The state of a light in words. */
export function stateName(value: number, states: number): string {
  if (states > 2) return t.board.state(value, states);
  return value === 1 ? t.board.on : t.board.off;
}

/** What is drawn on a light or a button besides its colour. */
export interface Marking {
  /** The state that the goal asks for, where it is a picture. */
  wanted?: number | undefined;
  /** A number over it: presses, weights of an explanation. */
  number?: string | null | undefined;
  ringed?: boolean | undefined;
  hinted?: boolean | undefined;
  /** What one press costs, where costs differ. */
  cost?: number | null | undefined;
}

/** The markings of something in words, after what it is. */
export function say(name: string, value: number, states: number, m: Marking, numberLabel: (text: string) => string): string {
  const parts = [name];
  if (m.wanted !== undefined && m.wanted !== value) parts.push(t.board.wanted(stateName(m.wanted, states)));
  if (m.number != null) parts.push(numberLabel(m.number));
  if (m.cost != null) parts.push(t.board.cost(m.cost));
  if (m.ringed) parts.push(t.board.marked);
  if (m.hinted) parts.push(t.board.hint);
  return parts.join(', ');
}

/** The name of a key with Control (or Command) and then Shift held, such as `Control+Shift+z`. */
export function shortcut(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  return event.ctrlKey || event.metaKey ? `Control+${event.shiftKey ? 'Shift+' : ''}${key}` : key;
}
