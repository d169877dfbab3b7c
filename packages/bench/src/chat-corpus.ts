import { chatMessage, chatSession } from '@gantry/core';
import type { Database, Row } from '../../server/src/platform/store/database.ts';
import { createRow, insertRecords } from '../../server/src/platform/store/records.ts';

/** Words in about every second message, in one of a hundred, and in one of ten thousand. */
export const words = { common: '模型', some: '量子', rare: '麒麟' } as const;

const pieces = [
  ...[
    '请帮我写一份',
    '关于这个问题',
    '我们可以先',
    '数据显示',
    '人工智能',
    '训练过程',
    '接口返回',
    '用户反馈',
    '性能优化',
  ],
  ...['在实际使用中', '需要注意的是', '综上所述', '如果可以的话', '代码如下', '谢谢你的回答', '换一种说法', '继续说明'],
  ...['图片生成', '知识库检索', '上下文长度', '计费规则', '会员权益', '部署方案', '产品经理', '运营活动', '安全审核'],
  ...['please explain', 'the API returns', 'error 500', 'token usage', 'function call', 'JSON schema', 'GPU memory'],
];
const models = ['gpt-4o', 'claude-sonnet', 'qwen-max', 'deepseek-chat', 'glm-4'];
const chunk = 5_000;
/** Messages per session. */
const perSession = 20;

/** Random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function getContent(random: () => number): string {
  const parts = Array.from(
    { length: 12 + Math.floor(random() * 14) },
    () => pieces[Math.floor(random() * pieces.length)],
  );
  const put = (word: string, share: number) => {
    if (random() < share) parts[Math.floor(random() * parts.length)] = word;
  };
  put(words.common, 0.5);
  put(words.some, 0.01);
  put(words.rare, 0.0001);
  return parts.join(random() < 0.5 ? '，' : '');
}

function getMessage(random: () => number, at: number, first: number): Row {
  const time = Date.UTC(2026, 0, 1) + at * 7_000;
  const session = Math.floor(at / perSession);
  const values = {
    sessionId: first + session,
    userId: 1 + (session % 10_000),
    seq: at % perSession,
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: getContent(random),
    modelName: models[session % models.length],
    promptTokens: Math.floor(random() * 2000),
    completionTokens: Math.floor(random() * 2000),
    latencyMs: Math.floor(random() * 9000),
    status: random() < 0.01 ? 'error' : 'ok',
    feedback: 'none',
    flagged: random() < 0.001,
  };
  return createRow(chatMessage, values, { by: null, at: time });
}

/** Fills a database with messages from one seed, five thousand per transaction. */
async function loadChats(database: Database, count: number): Promise<void> {
  const { dialect } = database;
  const random = seeded(20260101);
  for (let at = 0; at < count; at += chunk) {
    const size = Math.min(chunk, count - at);
    await database.transaction(async (tx) => {
      const sessions = Array.from({ length: Math.ceil(size / perSession) }, (_, index) => {
        const values = { userId: 1, title: `会话 ${at + index}`, kind: 'chat', lastAt: at + index };
        return createRow(chatSession, values, { by: null, at: at + index });
      });
      const [first = 1] = await insertRecords(tx, dialect, chatSession, sessions);
      const rows = Array.from({ length: size }, (_, index) => getMessage(random, at + index, first - at / perSession));
      await insertRecords(tx, dialect, chatMessage, rows);
    });
  }
  await database.optimise();
}

/** Adds the missing messages, so that one database serves several benchmarks. */
export async function ensureChats(database: Database, count: number): Promise<void> {
  const row = await database.read
    .selectFrom('chat_messages')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst();
  if ((row?.last ?? 0) < count) await loadChats(database, count);
}
