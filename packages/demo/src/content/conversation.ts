import type { Random } from '../random.ts';
import { enLife } from './en-life.ts';
import { enWork } from './en-work.ts';
import type { Topic } from './topic.ts';
import { zhLife } from './zh-life.ts';
import { zhWork } from './zh-work.ts';

export interface Turn {
  readonly prompt: string;
  readonly answer: string;
}
export interface Conversation {
  readonly title: string;
  readonly turns: readonly Turn[];
}

const chinese: readonly Topic[] = [...zhWork, ...zhLife];
const english: readonly Topic[] = [...enWork, ...enLife];

/** Replaces `{slot}` by its value; a sentence that starts with one is capitalized. */
function fill(template: string, values: ReadonlyMap<string, string>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}

function answerOf(topic: Topic, random: Random, localize: (template: string) => string): string {
  const points = random.some(topic.points, random.integer(2, 5)).map(localize);
  const isList = random.chance(0.6);
  const body = points.map((point, index) => (isList ? `${index + 1}. ${point}` : point)).join('\n');
  return [
    localize(random.pick(topic.opens)),
    body,
    ...(random.chance(0.7) ? [localize(random.pick(topic.closes))] : []),
  ].join('\n\n');
}

/** Creates a conversation about one topic with the given number of questions; three of four are in Chinese. */
export function converse(random: Random, turns: number): Conversation {
  const topic = random.pick(random.chance(0.75) ? chinese : english);
  const values = new Map(Object.entries(topic.slots).map(([name, options]) => [name, random.pick(options)]));
  const localize = (template: string) => fill(template, values);
  return {
    title: localize(random.pick(topic.titles)),
    turns: Array.from({ length: turns }, (_, index) => ({
      prompt: localize(random.pick(index === 0 ? topic.requests : topic.follows)),
      answer: answerOf(topic, random, localize),
    })),
  };
}
