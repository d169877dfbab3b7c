import { pino } from 'pino';
import { openFoundation } from '../../server/src/bootstrap.ts';
import type { ServerConfig } from '../../server/src/config.ts';
import { measureData } from '../../server/src/modules/backup/measure.ts';
import {
  appendChat,
  type ChatMessageGiven,
  type ChatSessionGiven,
} from '../../server/src/modules/chats/append-chat.ts';
import type { Services } from '../../server/src/platform/context/context.ts';
import { createDayOf } from '../../server/src/platform/context/day-of.ts';
import { createJobRunner } from '../../server/src/platform/jobs/job-runner.ts';
import { type ActivityCurve, createActivityCurve } from './activity-curve.ts';
import { type Cast, castPeople } from './cast.ts';
import { converse } from './content/conversation.ts';
import { type KnownUser, readUsers } from './known-users.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createRandom, type Random } from './random.ts';
import { playScenes, type Script } from './scene.ts';
import { backupScenes } from './scenes/backup-scenes.ts';
import { carouselScenes } from './scenes/carousel-scenes.ts';
import { promptScenes, reviewedScenes, templateScenes } from './scenes/catalog-scenes.ts';
import { clientScenes, courseScenes, frontScenes } from './scenes/course-scenes.ts';
import { frontConfigScenes } from './scenes/front-config-scenes.ts';
import { iconScenes } from './scenes/icon-scenes.ts';
import { identityScenes } from './scenes/identity-scenes.ts';
import { knowledgeScenes } from './scenes/knowledge-scenes.ts';
import { faqScenes, shopScenes } from './scenes/market-scenes.ts';
import { modelScenes } from './scenes/model-scenes.ts';
import { docScenes, noticeScenes } from './scenes/news-scenes.ts';
import { settingsScenes, signInScenes } from './scenes/office-scenes.ts';
import { pdfScenes } from './scenes/pdf-scenes.ts';
import { platformScenes } from './scenes/platform-scenes.ts';
import { readerScenes } from './scenes/reader-scenes.ts';
import { recallScenes } from './scenes/recall-scenes.ts';
import { refundScenes } from './scenes/refund-scenes.ts';
import { rerunScenes } from './scenes/rerun-scenes.ts';
import { rewardScenes } from './scenes/reward-scenes.ts';
import { riskScenes } from './scenes/risk-scenes.ts';
import { shareScenes } from './scenes/share-scenes.ts';
import { taskScenes } from './scenes/task-scenes.ts';
import { viewScenes } from './scenes/view-scenes.ts';
import { violationScenes } from './scenes/violation-scenes.ts';
import { wordScenes } from './scenes/word-scenes.ts';
import { createStage, type Stage } from './stage.ts';

/** The number of questions in a session, with weights. */
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

/** Estimates the tokens of a text: Chinese characters count more than Latin ones. */
function getTokens(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  return Math.ceil(han * 0.7 + (text.length - han) / 3.6);
}

/** A user who is registered at that time; a few early users write most. */
function getUser(random: Random, users: readonly KnownUser[], at: number): number {
  const there = users.findIndex(({ since }) => since > at);
  const count = there < 0 ? users.length : there;
  const user = users[Math.floor(random.next() ** 2.2 * count)];
  if (!user) throw new RangeError('nobody is there to chat');
  return user.id;
}

type Given = ChatMessageGiven & { readonly at: number };

function getQuestion(clientId: string, content: string, context: number, at: number): Given {
  return { clientId, role: 'user', content, promptTokens: getTokens(content) + context, at };
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
    completionTokens: getTokens(said),
    ...(model === 'deepseek-reasoner' ? { reasoning: `用户想要的是可以直接使用的结果。${said.slice(0, 60)}` } : {}),
    feedback: random.weighted([
      ['none', 92],
      ['up', 6],
      ['down', 2],
    ]),
  };
}

function getMessages(random: Random, clientId: string, model: string, start: number, end: number) {
  const { title, turns } = converse(random, random.weighted(turnsOfASession));
  const messages: Given[] = [];
  let [at, context] = [start, 0];
  for (const [index, { prompt, answer }] of turns.entries()) {
    const answeredAt = at + random.integer(2_000, 12_000);
    if (answeredAt >= end) break;
    const question = getQuestion(`${clientId}-${index * 2}`, prompt, context, at);
    const reply = answerOf(`${clientId}-${index * 2 + 1}`, answer, model, answeredAt, random);
    messages.push(question, reply);
    context += getTokens(prompt) + (reply.completionTokens ?? 0);
    at = answeredAt + random.integer(15_000, 240_000);
  }
  return { title, messages };
}

/** The average number of messages in a session, according to the weights above. */
const messagesOfASession = 13.2;

/** Appends about `count` messages through the platform, oldest sessions first. */
async function fillChats(
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
    const { title, messages } = getMessages(random, clientId, modelName, start, activity.end);
    if (messages.length === 0) continue;
    const kind = random.weighted(kinds);
    const session: ChatSessionGiven = { clientId, userId: getUser(random, users, start), title, kind, modelName };
    const { messageIds, duplicates } = await appendChat(services, session, messages);
    appended += messageIds.length - duplicates;
    onAppended(appended);
  }
}

interface Visit {
  readonly userId: number;
  readonly at: number;
}

/** Maximum number of users per call. */
const maxUsersPerCall = 500;

/** The first visit of each user on each day, and the last one of all. */
function getVisits(moments: readonly Visit[], dayAt: (at: number) => string): Visit[] {
  const firsts = new Map<string, Visit>();
  const lasts = new Map<number, Visit>();
  for (const visit of [...moments].sort((one, other) => one.at - other.at)) {
    const day = `${visit.userId} ${dayAt(visit.at)}`;
    if (!firsts.has(day)) firsts.set(day, visit);
    lasts.set(visit.userId, visit);
  }
  return [...new Set([...firsts.values(), ...lasts.values()])];
}

/** Reports when users were last seen: those who started a chat, or used something that costs credits. */
async function recordVisits({ foundation }: Stage, platform: Platform): Promise<void> {
  const { read } = foundation.database;
  const { timezone } = await foundation.settings.read('system', 'site');
  const dayOf = createDayOf();
  const chats = await read.selectFrom('chat_sessions').select(['user_id', 'created_at']).execute();
  const uses = await read.selectFrom('usage_records').select(['user_id', 'created_at']).execute();
  const moments = [...chats, ...uses].map((row) => ({ userId: Number(row.user_id), at: row.created_at }));
  const people = getVisits(moments, (at) => dayOf(at, timezone));
  for (let from = 0; from < people.length; from += maxUsersPerCall)
    await platform.call('userSeen', { people: people.slice(from, from + maxUsersPerCall) });
}

export interface DemoOptions {
  /** The approximate number of chat messages. */
  readonly rows: number;
  /** The same seed gives the same platform, except for secrets and times. */
  readonly seed: number;
  /** The last moment of the demo, in UTC ms. */
  readonly end: number;
  /** The number of days that the demo covers. */
  readonly days: number;
}

export type DemoPart = 'people' | 'work' | 'chats';
export type OnProgress = (part: DemoPart, done: number, total: number) => void;

/** Simulates some days of a platform in an empty database, through the operations of the product. */
export async function fillDemo(config: ServerConfig, options: DemoOptions, onProgress: OnProgress): Promise<void> {
  const random = createRandom(options.seed);
  const activity = createActivityCurve(random, options.end, options.days);
  const clock = { now: activity.start };
  const foundation = await openFoundation(config, pino({ level: 'silent' }), () => clock.now);
  try {
    const stage = createStage(foundation, clock);
    const cast = await castPeople(stage);
    onProgress('people', cast.all.length, cast.all.length);
    const script = { stage, cast, random, activity, days: options.days };
    const platform = createPlatform(stage);
    const scenes = [
      ...getScenes(script),
      ...platformScenes(script, platform),
      ...taskScenes(script, platform),
      ...recallScenes(script, platform),
      ...shareScenes(script, platform),
      ...frontConfigScenes(withOwnRandom(script, options, 1)),
      ...rewardScenes(withOwnRandom(script, options, 2)),
      ...refundScenes(withOwnRandom(script, options, 3), platform),
      ...pdfScenes(withOwnRandom(script, options, 4), platform),
      ...backupScenes(withOwnRandom(script, options, 5), config),
      ...viewScenes(withOwnRandom(script, options, 6)),
      ...riskScenes(withOwnRandom(script, options, 7)),
      ...readerScenes(withOwnRandom(script, options, 8), platform),
      ...identityScenes(withOwnRandom(script, options, 9)),
      ...rerunScenes(withOwnRandom(script, options, 10)),
    ];
    await playScenes(stage, scenes, (done) => onProgress('work', done, scenes.length));
    await fillChats(foundation, random, activity, options.rows, (done) => onProgress('chats', done, options.rows));
    await recordVisits(stage, platform);
    await measureDatasets(stage, cast);
    await foundation.audit.checkpoint();
    await foundation.database.optimise();
  } finally {
    await foundation.database.close();
  }
}

/** Gives a part its own random source, so that its draws do not affect other parts. */
function withOwnRandom(script: Script, { seed, end, days }: DemoOptions, part: number): Script {
  const random = createRandom(seed * 1_000 + part);
  return { ...script, random, activity: createActivityCurve(random, end, days) };
}

function getScenes(script: Script) {
  return [
    ...settingsScenes(script),
    ...modelScenes(script),
    ...iconScenes(script),
    ...carouselScenes(script),
    ...wordScenes(script),
    ...knowledgeScenes(script),
    ...templateScenes(script),
    ...promptScenes(script),
    ...reviewedScenes(script),
    ...frontScenes(script),
    ...courseScenes(script),
    ...clientScenes(script),
    ...shopScenes(script),
    ...faqScenes(script),
    ...docScenes(script),
    ...noticeScenes(script),
    ...violationScenes(script),
    ...signInScenes(script),
  ];
}

/** The owner lets the data sets be measured after all data is created. */
async function measureDatasets(stage: Stage, cast: Cast): Promise<void> {
  const { foundation } = stage;
  await stage.call('/dataset/stats', {}, cast.owner);
  await createJobRunner(foundation, {
    measure: (job) => measureData(foundation, (done, total) => job.report('counting', done, total)),
  }).drain();
}
