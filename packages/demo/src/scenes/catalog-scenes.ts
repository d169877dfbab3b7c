import { agentCategories, agents } from '../content/agents.ts';
import {
  backgrounds,
  drawCategories,
  drawPrompts,
  mindMaps,
  musicStyles,
  promptCategories,
  slideTemplates,
} from '../content/images.ts';
import { appCategories, formOf, smallApps, writeTemplates } from '../content/small-apps.ts';
import type { Scene, Script } from '../scene.ts';
import type { Player } from '../stage.ts';

interface Made {
  readonly id: number;
}
type Body = Readonly<Record<string, unknown>>;

/** Creates functions that create records of an entity, with a distance in their sort order. */
export function createMaker({ stage, cast }: Script) {
  const make = async (entity: string, body: Body, at: number, by: Player) =>
    (await stage.call<Made>(`/${entity}/create`, { ...body, sort: (at + 1) * 10 }, by)).id;
  const run = (entity: string, action: string, body: Body, by: Player = cast.owner) =>
    stage.call(`/${entity}/${action}`, body, by);
  return { make, run };
}

/** Backgrounds, templates and styles, created on a few days; some are disabled again. */
export function templateScenes(script: Script): Scene[] {
  const { make, run } = createMaker(script);
  const designer = script.cast.named('sun.qian');
  const sitting = (day: number, entity: string, bodies: readonly Body[]): Scene => ({
    at: script.activity.work(day),
    play: async () => {
      for (const [at, body] of bodies.entries()) {
        const id = await make(entity, body, at, designer);
        if (at % 9 === 8) await run(entity, 'disable', { id });
      }
    },
  });
  return [
    sitting(
      1,
      'ai-background',
      backgrounds.map(([name, scene, kind, color, colorTo]) => ({
        name,
        scene,
        kind,
        color,
        colorTo,
        dark: color < '#4',
      })),
    ),
    sitting(
      2,
      'slide-template',
      slideTemplates.map(([name, nameEn, category, color, file], at) => ({
        ...{ name, nameEn, category, color, file, requiredVipLevel: at % 4 === 3 ? 1 : 0 },
      })),
    ),
    sitting(
      2,
      'music-style',
      musicStyles.map(([name, nameEn, mood, styleTags, instrumental]) => ({
        name,
        nameEn,
        mood,
        styleTags,
        instrumental,
      })),
    ),
    sitting(
      3,
      'mind-map-template',
      mindMaps.map(([name, nameEn, outline, layout]) => ({ name, nameEn, outline, layout })),
    ),
    sitting(
      1,
      'draw-category',
      drawCategories.map(([name, nameEn]) => ({ name, nameEn })),
    ),
  ];
}

/** Prompt categories, one within another, and their prompts. */
export function promptScenes(script: Script): Scene[] {
  const { make } = createMaker(script);
  const designer = script.cast.named('sun.qian');
  const play = async () => {
    const ids = new Map<string, number>();
    for (const [at, [name, nameEn, parent]] of promptCategories.entries()) {
      const parentId = parent === null ? null : ids.get(parent);
      ids.set(name, await make('draw-prompt-category', { name, nameEn, parentId }, at, designer));
    }
    for (const [at, [category, title, prompt, promptEn, modelHint]] of drawPrompts.entries()) {
      const body = { categoryId: ids.get(category), title, prompt, promptEn, modelHint, tags: [category] };
      await make(
        'draw-prompt',
        { ...body, negativePrompt: 'lowres, watermark, text', params: { size: '1024x1024' } },
        at,
        designer,
      );
    }
  };
  return [{ at: script.activity.work(2), play }];
}

/** Categories first, then content that is written, reviewed, published and improved. */
export function reviewedScenes(script: Script): Scene[] {
  const { stage, cast, activity, days } = script;
  const { make, run } = createMaker(script);
  const [writer, reviewer] = [cast.named('wang.fang'), cast.named('li.ming')];
  const categories = new Map<string, number>();
  const first: Scene = {
    at: activity.work(1),
    play: async () => {
      for (const [at, [name, nameEn]] of agentCategories.entries()) {
        const memberOnly = name === '会员专享';
        categories.set(name, await make('agent-category', { name, nameEn, memberOnly }, at, writer));
      }
      for (const [at, [name, nameEn]] of appCategories.entries())
        categories.set(name, await make('mini-app-category', { name, nameEn }, at, writer));
    },
  };
  const write = async (entity: string, body: Body, at: number) => {
    const id = await make(entity, body, at, writer);
    stage.moveTo(stage.now() + 1_800_000);
    if (at % 8 === 5) return run(entity, 'submit', { id }, writer);
    if (at % 8 === 6) {
      await run(entity, 'submit', { id }, writer);
      return run(entity, 'reject', { id, rejectReason: '说明不够清楚，请补充使用示例' }, reviewer);
    }
    if (at % 8 === 7) return null;
    return run(entity, 'publish', { id, note: '首次发布' }, reviewer);
  };
  const later = (day: number, play: () => Promise<unknown>): Scene => ({
    at: activity.work(Math.min(days - 2, 3 + day)),
    play: async () => void (await play()),
  });
  return [
    first,
    ...agents.map(([category, key, name, nameEn, intro, systemPrompt, opening, suggestions], at) => {
      const variables = systemPrompt.includes('{{role}}') ? formOf([['role', '岗位', 'input']]) : null;
      const body = { key, name, nameEn, intro, systemPrompt, opening, suggestions, variables };
      return later(at, () => write('agent', { ...body, categoryId: categories.get(category) }, at));
    }),
    ...smallApps.map(([category, key, name, nameEn, description, form, prompt], at) => {
      const body = { key, name, nameEn, description, form: formOf(form), prompt };
      return later(at, () => write('mini-app', { ...body, categoryId: categories.get(category) }, at));
    }),
    ...writeTemplates.map(([category, key, name, nameEn, form, prompt], at) =>
      later(at, () => write('write-template', { category, key, name, nameEn, form: formOf(form), prompt }, at)),
    ),
    ...improvements(script),
  ];
}

/** An admin improves a published record later, as a second version. */
function improvements({ stage, cast, activity, days }: Script): Scene[] {
  const writer = cast.named('wang.fang');
  return [1, 2, 3].map((id) => ({
    at: activity.work(days - 1),
    play: async () => {
      const { version, systemPrompt } = await stage.call<{ version: number; systemPrompt: string }>(
        '/agent/get',
        { id },
        writer,
      );
      const better = `${systemPrompt}\n如果信息不足，先提出一个问题。`;
      const knowledgeBases = id === 1 ? [{ knowledgeId: 1 }, { knowledgeId: 2 }] : null;
      await stage.call('/agent/update', { id, version, systemPrompt: better, knowledgeBases }, writer);
      await stage.call('/agent/publish', { id, note: '信息不足时先提问' }, writer);
    },
  }));
}
