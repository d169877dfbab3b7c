import { rerunWork } from '../../../server/src/modules/creations/rerun-work.ts';
import { createJobRunner } from '../../../server/src/platform/jobs/job-runner.ts';
import {
  type OutboundAnswer,
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
} from '../../../server/src/platform/outbound/index.ts';
import { demoWritings } from '../content/writings.ts';
import type { Scene, Script } from '../scene.ts';

/** On which days before the end an admin reruns a writing task. */
const daysBefore = [5, 4, 3, 2];

/** The owner reruns writing tasks of users: most succeed, one is rejected by the upstream. */
export function rerunScenes(script: Script): Scene[] {
  const { activity, days } = script;
  return daysBefore.map((before) => ({
    at: activity.work(Math.max(0, days - before)),
    play: () => writeAgain(script),
  }));
}

async function writeAgain(script: Script): Promise<void> {
  const { stage, cast, random } = script;
  const { foundation } = stage;
  const { read } = foundation.database;
  const known = read.selectFrom('write_reruns').select('task_id');
  const tasks = read.selectFrom('write_tasks').select(['id', 'prompt']).where('status', '=', 'succeeded');
  const rows = await tasks.where('id', 'not in', known).orderBy('id').execute();
  if (rows.length === 0) return;
  const model = await read
    .selectFrom('ai_models')
    .select('id')
    .where('code', '=', 'galaxy-4')
    .executeTakeFirstOrThrow();
  await stage.call('/write-task/rerun', { id: random.pick(rows).id, modelId: model.id }, cast.owner);
  const deps = { ...foundation, outbound: upstream(script) };
  await createJobRunner(foundation, { writeRerun: rerunWork(deps) }).drain();
}

/** A local stand-in for the model, since the demo calls no upstream; its answers take some time. */
function upstream({ stage, random }: Script): OutboundClient {
  return {
    send: async (request) => {
      stage.moveTo(stage.now() + random.integer(4_000, 25_000));
      return reply(request);
    },
    locate: () => Promise.reject(new OutboundError('dns')),
  };
}

function reply({ url, body }: OutboundRequest): OutboundAnswer {
  const requested = demoWritings.find(({ prompt }) => String(body).includes(JSON.stringify(prompt)));
  if (!requested?.again) return answer(url, 400, { error: { code: 'content_filter' } });
  const usage = {
    prompt_tokens: requested.prompt.length + 12,
    completion_tokens: Math.round(requested.again.length * 0.7),
  };
  return answer(url, 200, { choices: [{ message: { content: requested.again }, finish_reason: 'stop' }], usage });
}

const answer = (url: string, status: number, body: unknown): OutboundAnswer => ({
  status,
  headers: {},
  body: Buffer.from(JSON.stringify(body)),
  url,
});
