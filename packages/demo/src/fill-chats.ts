import {
  appendChat,
  type ChatMessageGiven,
  type ChatSessionGiven,
} from '../../server/src/modules/chats/append-chat.ts';
import type { Services } from '../../server/src/platform/context/context.ts';
import { converse } from './content/conversation.ts';
import { type KnownUser, readUsers } from './known-users.ts';
import type { Random } from './random.ts';
import type { ActivityCurve } from './rhythm.ts';

/** Questions of a session, with how often. */
const turnsOfASession = [
  [1, 10],
  [2, 12],
  [4, 16],
  [6, 18],
  [8, 18],
  [11, 14],
  [16, 8],
] as const;
const models = [
  ['qwen-max', 26],
  ['deepseek-chat', 24],
  ['deepseek-reasoner', 13],
  ['glm-4-plus', 11],
  ['doubao-pro-32k', 10],
  ['kimi-latest', 8],
  ['gpt-4o', 8],
] as const;
const kinds = [
  ['chat', 70],
  ['agent', 12],
  ['app', 8],
  ['know', 6],
  ['pdf', 4],
] as const;

/** About the tokens of a text: Chinese characters count for more than Latin ones. */
function tokensOf(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.ceil(han * 0.7 + (text.length - han) / 3.6);
}

/** Somebody who was there by then; a few of the early ones write most. */
function userOf(random: Random, users: readonly KnownUser[], at: number): number {
  const there = users.findIndex(({ since }) => since > at);
  const count = there < 0 ? users.length : there;
  const user = users[Math.floor(random.next() ** 2.2 * count)];
  if (!user) throw new RangeError('nobody is there to chat');
  return user.id;
}

type Given = ChatMessageGiven & { readonly at: number };

function questionOf(clientId: string, content: string, context: number, at: number): Given {
  return { clientId, role: 'user', content, promptTokens: tokensOf(content) + context, at };
}

function answerOf(clientId: string, content: string, model: string, at: number, random: Random): Given {
  const base = { clientId, role: 'assistant', modelName: model, at, latencyMs: random.integer(700, 9_000) } as const;
  const outcome = random.weighted([
    ['ok', 940],
    ['error', 20],
    ['stopped', 30],
    ['blocked', 10],
  ] as const);
  if (outcome === 'error') return { ...base, content: '', status: outcome, error: 'upstream timed out after 60 s' };
  if (outcome === 'blocked') return { ...base, content: '', status: outcome, flagged: true };
  const said = outcome === 'stopped' ? content.slice(0, Math.ceil(content.length / 3)) : content;
  return {
    ...base,
    content: said,
    status: outcome,
    completionTokens: tokensOf(said),
    ...(model === 'deepseek-reasoner' ? { reasoning: `用户想要的是可以直接使用的结果。${said.slice(0, 60)}` } : {}),
    feedback: random.weighted([
      ['none', 92],
      ['up', 6],
      ['down', 2],
    ]),
  };
}

function messagesOf(random: Random, clientId: string, model: string, start: number, end: number) {
  const { title, turns } = converse(random, random.weighted(turnsOfASession));
  const messages: Given[] = [];
  let [at, context] = [start, 0];
  for (const [index, { prompt, answer }] of turns.entries()) {
    const answeredAt = at + random.integer(2_000, 12_000);
    if (answeredAt >= end) break;
    const question = questionOf(`${clientId}-${index * 2}`, prompt, context, at);
    const reply = answerOf(`${clientId}-${index * 2 + 1}`, answer, model, answeredAt, random);
    messages.push(question, reply);
    context += tokensOf(prompt) + (reply.completionTokens ?? 0);
    at = answeredAt + random.integer(15_000, 240_000);
  }
  return { title, messages };
}

/** Messages of a session on average, as the weights above have it. */
const messagesOfASession = 13.2;

/** Appends about so many messages as the platform does, oldest sessions first. */
export async function fillChats(
  services: Pick<Services, 'database' | 'clock'>,
  random: Random,
  activity: ActivityCurve,
  rows: number,
  onAppended: (messages: number) => void,
): Promise<void> {
  const sessions = Math.max(1, Math.round(rows / messagesOfASession));
  const users = await readUsers(services.database.read);
  const first = users[0]?.since ?? activity.start;
  const visit = (): number => {
    const at = activity.visit();
    return at >= first ? at : visit();
  };
  const starts = Array.from({ length: sessions }, visit).sort((one, other) => one - other);
  let appended = 0;
  for (const [index, start] of starts.entries()) {
    const clientId = `demo-${index}`;
    const modelName = random.weighted(models);
    const { title, messages } = messagesOf(random, clientId, modelName, start, activity.end);
    if (messages.length === 0) continue;
    const kind = random.weighted(kinds);
    const session: ChatSessionGiven = { clientId, userId: userOf(random, users, start), title, kind, modelName };
    const { messageIds, duplicates } = await appendChat(services, session, messages);
    appended += messageIds.length - duplicates;
    onAppended(appended);
  }
}
