import type { Random } from '../random.ts';
import { enLife } from './en-life.ts';
import { enWork } from './en-work.ts';
import type { Topic } from './topic.ts';
import { zhLife } from './zh-life.ts';
import { zhWork } from './zh-work.ts';

export interface Turn {
  readonly ask: string;
  readonly answer: string;
}
export interface Conversation {
  readonly title: string;
  readonly turns: readonly Turn[];
}

const chinese: readonly Topic[] = [...zhWork, ...zhLife];
const english: readonly Topic[] = [...enWork, ...enLife];

/** `{slot}` replaced by its value; a sentence that starts with one starts with a capital. */
function fill(template: string, values: ReadonlyMap<string, string>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

function answerOf(topic: Topic, random: Random, say: (template: string) => string): string {
  const points = random.some(topic.points, random.whole(2, 5)).map(say);
  const isList = random.chance(0.6);
  const body = points.map((point, index) => (isList ? `${index + 1}. ${point}` : point)).join('\n');
  return [say(random.pick(topic.opens)), body, ...(random.chance(0.7) ? [say(random.pick(topic.closes))] : [])].join(
    '\n\n',
  );
}

/** A conversation of so many questions about one thing, three of four in Chinese. */
export function converse(random: Random, turns: number): Conversation {
  const topic = random.pick(random.chance(0.75) ? chinese : english);
  const values = new Map(Object.entries(topic.slots).map(([name, options]) => [name, random.pick(options)]));
  const say = (template: string) => fill(template, values);
  return {
    title: say(random.pick(topic.titles)),
    turns: Array.from({ length: turns }, (_, index) => ({
      ask: say(random.pick(index === 0 ? topic.asks : topic.follows)),
      answer: answerOf(topic, random, say),
    })),
  };
}
