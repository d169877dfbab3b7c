import { defineModule } from '../../platform/module/define-module.ts';
import type { ServiceDeps } from '../../platform/service-api/service-context.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import {
  courseChecks,
  createCourseOperations,
  modelChecks,
  modelOperations,
  newsChecks,
  newsOperations,
} from './admin-actions.ts';
import { createContentJob } from './content-job.ts';
import { addSlideCalls, type SlideCounter } from './live-slides.ts';
import { createNoticesJob } from './publish-notice.ts';
import { createCatalogueHandlers, createNewsHandlers } from './service-calls.ts';

interface CounterDeps {
  readonly counter: SlideCounter;
}

/** News, help, carousel, menus, icons and courses. */
export const contentModule = defineModule({
  name: 'content',
  actions: (deps: { readonly settings: SettingsReader }) => ({
    ...newsOperations,
    ...modelOperations,
    ...createCourseOperations(deps),
  }),
  checks: { ...newsChecks, ...modelChecks, ...courseChecks },
  serviceCalls: (deps: ServiceDeps) => ({ ...createCatalogueHandlers(deps), ...createNewsHandlers(deps) }),
  schedule: (deps: Parameters<typeof createNoticesJob>[0] & Parameters<typeof createContentJob>[0]) => [
    createNoticesJob(deps),
    createContentJob(deps),
  ],
  routes: (register, { counter }: CounterDeps) => addSlideCalls(register, counter),
  onClose: ({ counter }: CounterDeps) => counter.flush(),
  notifications: ['noticePublished'],
});

export { createContentGuard, listUsedContent, type UsedContent } from './delivery/assert-allowed.ts';
export { contentSources, getContentKind } from './delivery/content-sources.ts';
export { getContentVersions } from './delivery/list-content.ts';
export { createSlideCounter, createSlideReader, type ReadSlides } from './live-slides.ts';
