import type { TaskKind } from '@gantry/core';
import { expireTasks } from '../../../server/src/modules/creations/end-task.ts';
import { drawPrompts } from '../content/images.ts';
import { demoWritings } from '../content/writings.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

const tasksADay = 5;
const minuteMs = 60_000;
const kinds = [
  ['draw', 60],
  ['writing', 14],
  ['music', 10],
  ['slides', 10],
  ['video', 6],
  ['mindMap', 6],
] as const;
const channels: Readonly<Record<TaskKind, readonly string[]>> = {
  draw: ['flux', 'mj', 'sd'],
  slides: ['builtin'],
  video: ['keling', 'jimeng', 'runway'],
  music: ['suno'],
  writing: ['builtin'],
  mindMap: ['builtin'],
};
const prompts: Readonly<Record<Exclude<TaskKind, 'draw'>, readonly string[]>> = {
  slides: ['新能源汽车市场分析', '部门季度工作汇报', '人工智能入门课件', '校园招聘宣讲'],
  video: ['海边日落延时，镜头缓慢推进', '小猫在窗台打哈欠', '产品旋转展示，白色背景'],
  music: ['写给毕业季的民谣', '清晨咖啡馆的爵士', '适合跑步的电子乐', '外婆的摇篮曲'],
  writing: demoWritings.map(({ prompt }) => prompt),
  mindMap: ['新产品上市计划', '高考数学函数复习', '周末家庭收纳', '读书笔记：原则'],
};
const endings: Readonly<Record<TaskKind, string>> = {
  draw: 'png',
  slides: 'pptx',
  video: 'mp4',
  music: 'mp3',
  writing: 'md',
  mindMap: 'md',
};
const branches = [
  '## 为什么做\n- 要解决的问题\n- 现在的情况\n## 怎么做\n- 准备\n  - 人手\n  - 预算\n- 步骤\n  1. 试一次\n  2. 改进\n## 怎么算做好\n- 数字\n- 反馈',
  '## 概念\n- 定义\n- 例子\n## 方法\n- 常用的三种\n  - 第一种\n  - 第二种\n  - 第三种\n## 易错处\n- 条件没看全\n- 步骤跳得太快\n## 练习',
] as const;
const failures = [
  ['upstream_timeout', '上游超时'],
  ['content_rejected', '上游拒绝了内容'],
  ['quota', '上游额度不足'],
] as const;

type Play = Script & { readonly platform: Platform };

/** Creative tasks: most succeed, some fail, a few are published. */
export function taskScenes(script: Script, platform: Platform): Scene[] {
  const { activity, days } = script;
  const play = { ...script, platform };
  return Array.from({ length: Math.ceil(days * tasksADay) }, () => ({
    at: activity.visit(),
    play: () => request(play),
  }));
}

/** A random user who can pay, if there is one yet. */
async function payer({ stage, random }: Play) {
  const { read } = stage.foundation.database;
  const rows = await read
    .selectFrom('wallets')
    .select(['user_id', 'asset'])
    .where(({ eb, ref }) => eb(ref('balance'), '>', eb(ref('held'), '+', 60)))
    .orderBy('id')
    .execute();
  const row = rows.length > 0 ? random.pick(rows) : null;
  return row && { userId: row.user_id, asset: row.asset === 'coin' ? ('coin' as const) : ('compute' as const) };
}

async function request(play: Play): Promise<void> {
  const { stage, random, platform } = play;
  await expireTasks(stage.foundation);
  const who = await payer(play);
  if (!who) return;
  const kind = random.weighted(kinds);
  const prompt = kind === 'draw' ? random.pick(drawPrompts)[2] : random.pick(prompts[kind]);
  // The price and asset of a mind map are settings.
  const price =
    kind === 'mindMap'
      ? {}
      : { asset: who.asset, amount: { draw: 8, slides: 20, video: 40, music: 15, writing: 4 }[kind] };
  const requestId = `demo-task-${stage.now()}-${random.integer(0, 999_999)}`;
  const task = await platform.call('taskCreate', {
    userId: who.userId,
    ...price,
    kind,
    requestId,
    prompt,
    channel: random.pick(channels[kind]),
    ...getOrigin(kind, prompt, stage.now()),
  });
  if (task?.status === 'queued') await work(play, kind, task, who.userId);
}

/** The input of a task, depending on the time: mostly text, sometimes files of the user. */
function getOrigin(kind: TaskKind, prompt: string, now: number) {
  const turn = now % 7;
  const given = (role: 'image' | 'start' | 'end' | 'document', ending: string) => ({
    url: `https://cdn.example.com/given/${now}-${role}.${ending}`,
    role,
  });
  if (kind === 'draw') return turn === 0 ? { mode: 'image', inputs: [given('image', 'png')] } : { mode: 'text' };
  if (kind === 'video') {
    if (turn < 2) return { mode: 'image', inputs: [given('start', 'png')] };
    return turn === 2 ? { mode: 'frames', inputs: [given('start', 'png'), given('end', 'png')] } : { mode: 'text' };
  }
  if (kind !== 'slides') return {};
  const appearance = { language: 'zh-CN', theme: turn % 2 === 0 ? '商务蓝' : '清新绿' };
  if (turn === 0) return { ...appearance, source: 'document', inputs: [given('document', 'docx')] };
  return turn === 1
    ? { ...appearance, source: 'outline', outline: `# ${prompt}\n## 现状\n## 问题\n## 下一步` }
    : { ...appearance, source: 'topic' };
}

/** Processes a task. A few tasks are never processed, and time out. */
async function work(
  play: Play,
  kind: TaskKind,
  { no, prompt }: { readonly no: string; readonly prompt: string },
  userId: number,
): Promise<void> {
  const { stage, random, platform } = play;
  if (random.chance(0.04)) return;
  const upstreamId = `up-${random.integer(100_000, 999_999)}`;
  const begun = kind === 'slides' ? ({ stage: 'content' } as const) : {};
  const progress = random.integer(10, 60);
  await platform.call('taskReport', { no, attempt: 1, status: 'running', progress, upstreamId, ...begun });
  if (random.chance(0.02)) return;
  stage.moveTo(stage.now() + random.integer(5_000, 2 * minuteMs));
  if (random.chance(0.09)) {
    const [errorCode, error] = random.pick(failures);
    await platform.call('taskReport', { no, attempt: 1, status: 'failed', errorCode, error });
    return;
  }
  await platform.call('taskReport', {
    no,
    attempt: 1,
    status: 'succeeded',
    ...getMade(play, kind, no, prompt),
    ...(kind === 'slides' ? { stage: 'render' } : {}),
  });
  if (kind === 'slides') await platform.call('taskDownloaded', { no, times: 1 + (stage.now() % 3) });
  if (kind !== 'draw' || !random.chance(0.3)) return;
  await platform.call('taskPublish', { no, userId, wanted: true });
  if (random.chance(0.85)) await review(play, no);
}

/** The result of a task: a text, or the URL of a file. */
function getMade({ random }: Play, kind: TaskKind, no: string, prompt: string) {
  if (kind === 'mindMap') return { title: prompt, outline: `# ${prompt}\n${random.pick(branches)}` };
  const content = demoWritings.find((writing) => kind === 'writing' && writing.prompt === prompt)?.first;
  if (content !== undefined) return { content, words: [...content].length };
  return { results: [{ kind, url: `https://cdn.example.com/${kind}/${no}.${endings[kind]}` }] };
}

/** An admin reviews it within hours. */
async function review({ stage, cast, random }: Play, no: string): Promise<void> {
  const { read } = stage.foundation.database;
  const row = await read.selectFrom('draw_tasks').select('id').where('no', '=', no).executeTakeFirst();
  const [id, reviewer] = [Number(row?.id), cast.named('li.ming')];
  if (random.chance(0.85)) await stage.call('/draw-task/approve', { id }, reviewer);
  else await stage.call('/draw-task/reject', { id, rejectReason: '画面模糊，请重新生成' }, reviewer);
}
