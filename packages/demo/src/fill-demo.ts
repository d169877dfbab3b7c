import { pino } from 'pino';
import { openFoundation } from '../../server/src/bootstrap.ts';
import type { ServerConfig } from '../../server/src/config.ts';
import { castPeople } from './cast.ts';
import { fillChats } from './fill-chats.ts';
import { createPlatform } from './platform.ts';
import { createRandom } from './random.ts';
import { createActivityCurve } from './rhythm.ts';
import { playScenes, type Script } from './scene.ts';
import { backupScenes } from './scenes/backup-scenes.ts';
import { carouselScenes } from './scenes/carousel-scenes.ts';
import { promptScenes, reviewedScenes, templateScenes } from './scenes/catalogue-scenes.ts';
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
import { createStage } from './stage.ts';
import { takeStock } from './take-stock.ts';
import { recordVisits } from './tell-visits.ts';

export interface DemoOptions {
  /** About so many chat messages. */
  readonly rows: number;
  /** The same seed gives the same platform, but for secrets and its place in time. */
  readonly seed: number;
  /** The last moment of the demo, UTC ms. */
  readonly end: number;
  /** How many days it covers. */
  readonly days: number;
}

export type DemoPart = 'people' | 'work' | 'chats';
export type OnProgress = (part: DemoPart, done: number, total: number) => void;

/** Lives through some days of a platform in an empty database, with the operations that the product has. */
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
      ...scenesOf(script),
      ...platformScenes(script, platform),
      ...taskScenes(script, platform),
      ...recallScenes(script, platform),
      ...shareScenes(script, platform),
      ...frontConfigScenes(apart(script, options, 1)),
      ...rewardScenes(apart(script, options, 2)),
      ...refundScenes(apart(script, options, 3), platform),
      ...pdfScenes(apart(script, options, 4), platform),
      ...backupScenes(apart(script, options, 5), config),
      ...viewScenes(apart(script, options, 6)),
      ...riskScenes(apart(script, options, 7)),
      ...readerScenes(apart(script, options, 8), platform),
      ...identityScenes(apart(script, options, 9)),
      ...rerunScenes(apart(script, options, 10)),
    ];
    await playScenes(stage, scenes, (done) => onProgress('work', done, scenes.length));
    await fillChats(foundation, random, activity, options.rows, (done) => onProgress('chats', done, options.rows));
    await recordVisits(stage, platform);
    await takeStock(stage, cast);
    await foundation.audit.checkpoint();
    await foundation.database.optimise();
  } finally {
    await foundation.database.close();
  }
}

/** With a source of chance of its own, so that what it draws shifts nothing of the rest. */
function apart(script: Script, { seed, end, days }: DemoOptions, part: number): Script {
  const random = createRandom(seed * 1_000 + part);
  return { ...script, random, activity: createActivityCurve(random, end, days) };
}

function scenesOf(script: Script) {
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
