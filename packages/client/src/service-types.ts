// Generated from the OpenAPI document of the service API by npm run snapshots.
/** Defaults for services. A model that is not offered is null. */
export type AiConfig = { readonly defaults: { readonly chatModelId: number | null; readonly titleModelId: number | null; readonly assistModelId: number | null; readonly embeddingModelId: number | null; readonly rerankModelId: number | null; readonly ttsModelId: number | null; readonly sttModelId: number | null }; readonly chat: { readonly contextRounds: number; readonly maxInputChars: number; readonly stream: boolean; readonly suggestQuestions: boolean; readonly retryTimes: number; readonly timeoutSeconds: number; readonly globalSystemPrompt: string | null }; readonly file: { readonly parseMode: string; readonly maxFiles: number; readonly maxMegabytes: number }; readonly web: { readonly enabled: boolean; readonly topK: number }; readonly think: { readonly mode: string }; readonly safety: { readonly checkPrompt: boolean; readonly checkOutput: boolean } };
export type BillingCaptureAnswer = { readonly holdNo: string; readonly charged: number; readonly fromQuota: number; readonly writtenOff: number; readonly balanceAfter: number };
export type BillingExtendAnswer = { readonly holdNo: string; readonly status: string; readonly expiresAt: number; readonly latestAt: number };
export type BillingHoldAnswer = { readonly holdNo: string; readonly amount: number; readonly rateMultiplier: number; readonly fromQuota: number; readonly status: string; readonly expiresAt: number };
export type BillingQuoteAnswer = { readonly asset: ServiceAsset; readonly amount: number; readonly payable: number; readonly rateMultiplier: number; readonly available: number; readonly fromQuota: number; readonly enough: boolean };
export type BillingReleaseAnswer = { readonly holdNo: string; readonly status: string };
/** A captcha to show. While a provider is configured, the user may solve the widget or the image. */
export type CaptchaChallenge = { readonly widget: { readonly kind: 'turnstile' | 'hcaptcha' | 'recaptcha'; readonly siteKey: string; readonly scriptUrl: string } | null; readonly captchaId: string; readonly captchaImage: string };
export type CaptchaVerdict = { readonly ok: boolean; readonly reason: 'right' | 'wrong' | 'broken' };
export type CatalogueClientAnswer = { readonly name: string; readonly platform: string; readonly secretIsRight: boolean | null; readonly callbackDomains: readonly (string)[]; readonly version: string | null; readonly minVersion: string | null; readonly update: 'none' | 'offered' | 'required'; readonly downloadUrl: string | null; readonly releaseNotes: string | null };
export type CatalogueCountAnswer = { readonly counted: number };
/** A part of a file, in order. The last one says that none follows. */
export type CatalogueFileAnswer = { readonly name: string; readonly size: number; readonly part: number; readonly more: boolean; readonly content: string };
export type CatalogueListAnswer = { readonly kind: ContentKind; readonly version: string; readonly changed: boolean; readonly items: readonly (ContentItem)[]; readonly nextCursor: number | null };
export type ChatAppendAnswer = { readonly sessionId: number; readonly messageIds: readonly (number)[]; readonly duplicates: number };
export type CodeCheckAnswer = { readonly ok: boolean; readonly reason: 'right' | 'wrong' | 'gone'; readonly triesLeft: number; readonly userId: number | null };
export type CodeSendAnswer = { readonly expiresAt: number; readonly retryAfter: number };
/** The configuration for callers that cache it. */
export type ConfigChangesAnswer = { readonly version: string; readonly snapshot: ConfigSnapshotAnswer | null };
/** Configuration of the platform. */
export type ConfigSnapshotAnswer = { readonly mindMap: { readonly enabled: boolean; readonly maxNodes: number; readonly asset: 'coin' | 'compute'; readonly price: number; readonly defaultOutline: string }; readonly videoChannels: Readonly<Record<string, { readonly enabled: boolean; readonly modes: readonly (string)[]; readonly maxSeconds: number; readonly ratios: readonly (string)[]; readonly resolutions: readonly (string)[]; readonly pricePerSecond: number | null; readonly givenPerSecond: number | null; readonly maxConcurrent: number; readonly timeoutMinutes: number | null }>>; readonly models: readonly (OfferedModel)[]; readonly ai: AiConfig; readonly version: string; readonly site: { readonly name: string; readonly timezone: string; readonly defaultLocale: string; readonly maintenance: string | null }; readonly content: { readonly bannedWordsEnabled: boolean; readonly checkPrompt: boolean; readonly checkOutput: boolean; readonly stopOnHit: boolean; readonly formatRejection: string | null }; readonly billing: { readonly lowBalanceNotice: number }; readonly lexiconVersion: number; readonly carousel: Readonly<Record<string, readonly (Slide)[]>>; readonly catalogue: Readonly<Record<string, string>>; readonly front: number; readonly market: ProductsOnSale };
/** A published record as users see it. `allowed` tells whether the named user may use it. */
export type ContentItem = Readonly<Record<string, unknown>> & { readonly id: number; readonly allowed?: boolean | undefined };
export type ContentKind = 'icons' | 'agents' | 'agentCategories' | 'apps' | 'appCategories' | 'writeTemplates' | 'drawCategories' | 'drawPromptCategories' | 'drawPrompts' | 'slideTemplates' | 'musicStyles' | 'mindMapTemplates' | 'backgrounds' | 'slides' | 'cards' | 'menuGroups' | 'menuItems' | 'helpDocs' | 'faqs' | 'courses' | 'lessons';
export type DistributionCommissionsAnswer = { readonly items: readonly (ServiceCommission)[]; readonly nextCursor: number | null };
export type DistributionGetAnswer = { readonly enabled: boolean; readonly levels: number; readonly settleDays: number; readonly distributor: ServiceDistributor; readonly agencies: readonly (ServiceAgency)[]; readonly withdrawals: { readonly minAmount: number; readonly dailyLimit: number; readonly feeFixed: number; readonly feeBps: number } };
export type DistributionWithdrawAnswer = { readonly withdrawalNo: string; readonly status: string; readonly currency: string; readonly amount: number; readonly fee: number; readonly payout: number };
export type DocumentWarning = 'images' | 'embeddedContent' | 'trackedChanges' | 'comments' | 'hiddenContent' | 'formulas' | 'repeatedLines' | 'unreadableText' | 'blankPages' | 'guessedEncoding';
export type EventSubscribeAnswer = { readonly events: readonly (ServiceEvent)[]; readonly next: string; readonly more: boolean; readonly reset: boolean };
export type FaqShown = { readonly question: string; readonly questionEn: string | null; readonly answer: string; readonly answerEn: string | null; readonly category: string | null };
export type FrontConfigAnswer = { readonly no: number; readonly activeAt: number | null; readonly content: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
export type IdentityBindAnswer = { readonly userId: number; readonly isNew: boolean };
export type IdentityProvidersAnswer = { readonly items: readonly ({ readonly provider: string; readonly name: string; readonly kind: 'oidc' | 'wechat' | 'wechatMini' })[] };
export type IdentitySignInAnswer = { readonly userId: number | null; readonly isNew: boolean; readonly status: string | null; readonly tokenVersion: number | null };
export type IdentityStartAnswer = { readonly url: string };
export type KeyLeaseAnswer = { readonly leaseId: string; readonly keyId: number; readonly provider: string; readonly secret: string; readonly baseUrl: string; readonly org: string | null; readonly proxyUrl: string | null; readonly model: string | null; readonly expiresAt: number };
export type KeyReportAnswer = { readonly leaseId: string; readonly state: string };
/** A retrieved chunk. Scores are from 0 to 1; null when that search was not used or did not find it. */
export type KnowledgeHit = { readonly knowledgeId: number; readonly chunkId: number; readonly docId: number; readonly docName: string; readonly title: string; readonly content: string; readonly answer: string | null; readonly score: number; readonly keywordScore: number | null; readonly vectorScore: number | null; readonly rerankScore: number | null };
export type KnowledgeSearchAnswer = { readonly hits: readonly (KnowledgeHit)[]; readonly recordIds: readonly (number)[]; readonly degraded: readonly (number)[]; readonly notReranked: readonly (number)[] };
export type Locale = 'zh-CN' | 'en-US';
/** An announcement for one user, in the language of the call. */
export type NewsNotice = { readonly id: number; readonly title: string; readonly content: string; readonly type: string; readonly level: string; readonly display: string; readonly popupFrequency: string; readonly dismissible: boolean; readonly pinned: boolean; readonly startAt: number | null; readonly endAt: number | null; readonly isRead: boolean };
export type NewsNoticesAnswer = { readonly items: readonly (NewsNotice)[]; readonly unread: number };
export type NewsRateAnswer = { readonly helpful: number; readonly unhelpful: number };
export type NewsReadAnswer = { readonly read: number };
/** A model that the platform offers. Prices are in credits. */
export type OfferedModel = { readonly id: number; readonly name: string; readonly code: string; readonly type: string; readonly provider: string; readonly keyGroup: string; readonly icon: string | null; readonly description: string | null; readonly tags: readonly (string)[]; readonly price: { readonly billingMode: string; readonly asset: ServiceAsset; readonly priceUnit: number; readonly priceIn: number; readonly priceOut: number; readonly thinkBps: number; readonly minCharge: number }; readonly maxContext: number; readonly maxOutput: number; readonly timeoutS: number; readonly ratePerHour: number | null; readonly caps: readonly (string)[]; readonly systemPrompt: string | null; readonly fallbackIds: readonly (number)[]; readonly requiredVipLevel: number; readonly visible: boolean };
export type OrderCreateAnswer = { readonly orderNo: string; readonly userId: number; readonly productType: string; readonly productName: string; readonly quantity: number; readonly status: string; readonly fulfilStatus: string; readonly payable: number; readonly paid: number; readonly refunded: number; readonly currency: string; readonly channel: string; readonly payMethod: 'native' | 'jsapi' | 'h5' | null; readonly expiresAt: number; readonly paidAt: number | null; readonly payParams: Readonly<Record<string, string | number>> };
/** A credit pack on sale. Prices are in hundredths. */
export type PackOnSale = { readonly id: number; readonly asset: ServiceAsset; readonly name: string; readonly amount: number; readonly bonus: number; readonly firstBuyBonus: number; readonly price: number; readonly originalPrice: number | null; readonly validDays: number; readonly limitPerUser: number; readonly stock: number | null; readonly vipLevelRequired: number; readonly capabilities: readonly (string)[]; readonly cover: string | null; readonly tag: string | null; readonly recommended: boolean };
export type PayNotifyAnswer = { readonly orderNo: string; readonly result: 'applied' | 'duplicate' | 'alreadyPaid' | 'notPaid' };
/** A membership plan on sale. Prices are in hundredths. */
export type PlanOnSale = { readonly id: number; readonly name: string; readonly nameEn: string | null; readonly level: number; readonly badge: string | null; readonly cover: string | null; readonly description: string | null; readonly features: readonly (string)[]; readonly price: number; readonly originalPrice: number | null; readonly durationUnit: 'day' | 'month' | 'year' | 'forever'; readonly durationValue: number; readonly quotas: readonly ({ readonly capability: string; readonly amount: number; readonly period: 'total' | 'day' | 'month'; readonly modelGroup?: string | undefined })[]; readonly giftCoin: number; readonly giftCompute: number; readonly concurrency: number; readonly rateMultiplier: number; readonly modelIds: readonly (number)[]; readonly appCategoryIds: readonly (number)[]; readonly limitPerUser: number; readonly stock: number | null; readonly recommended: boolean };
/** The products in the shop, each list in its order. */
export type ProductsOnSale = { readonly plans: readonly (PlanOnSale)[]; readonly coinPacks: readonly (PackOnSale)[]; readonly powerPacks: readonly (PackOnSale)[]; readonly faq: readonly (FaqShown)[] };
export type RedeemUseAnswer = { readonly grants: readonly ({ readonly asset: ServiceAsset; readonly amount: number; readonly balance: number })[]; readonly membership: { readonly membershipId: number; readonly outcome: string; readonly startAt: number | null; readonly endAt: number | null } | null; readonly batchId: number };
export type SearchResult = { readonly title: string; readonly url: string; readonly snippet: string };
export type SearchWebAnswer = { readonly items: readonly (SearchResult)[] };
export type ServiceAgency = { readonly pending: number; readonly available: number; readonly debt: number; readonly reserved: number; readonly withdrawn: number; readonly totalIncome: number; readonly currency: string; readonly balances: readonly (ServiceBalances & { readonly currency: string })[]; readonly agentId: number; readonly regionCode: string; readonly regionName: string | null; readonly status: string; readonly rateBps: number; readonly endOn: string };
export type ServiceAsset = 'coin' | 'compute';
/** Balances in one currency, in integer minor units. */
export type ServiceBalances = { readonly pending: number; readonly available: number; readonly debt: number; readonly reserved: number; readonly withdrawn: number; readonly totalIncome: number };
export type ServiceCommission = { readonly id: number; readonly orderId: number; readonly level: string; readonly kind: string; readonly currency: string; readonly base: number; readonly rateBps: number; readonly amount: number; readonly status: string; readonly settleAt: number | null; readonly createdAt: number };
export type ServiceDistributor = { readonly pending: number; readonly available: number; readonly debt: number; readonly reserved: number; readonly withdrawn: number; readonly totalIncome: number; readonly currency: string; readonly balances: readonly (ServiceBalances & { readonly currency: string })[]; readonly userId: number; readonly status: string; readonly reason: string | null; readonly directBps: number; readonly indirectBps: number; readonly invited: number };
export type ServiceEvent = { readonly id: string; readonly event: ServiceEventKind; readonly resource: string; readonly ids: readonly (number)[] | null; readonly userIds: readonly (number)[] | null; readonly action: string; readonly at: number };
export type ServiceEventKind = 'settings.changed' | 'lexicon.changed' | 'model.changed' | 'key.changed' | 'product.changed' | 'content.changed' | 'notice.changed' | 'user.changed' | 'user.banned' | 'redemption.reversed';
/** An uploaded file, complete or in part. */
export type ServiceFile = { readonly file: string; readonly name: string; readonly size: number; readonly format: string | null };
export type ServiceKnowDoc = { readonly docId: number; readonly knowledgeId: number; readonly name: string; readonly source: string; readonly status: string; readonly progress: number; readonly chunkCount: number; readonly errorCode: string | null; readonly warnings: readonly (DocumentWarning)[]; readonly charged: number };
export type ServiceKnowledge = { readonly knowledgeId: number; readonly name: string; readonly description: string | null; readonly ownerId: number | null; readonly visibility: string; readonly docCount: number; readonly chunkCount: number };
/** What a user may use, with or without a membership. */
export type ServiceLimits = { readonly concurrency: number; readonly open: number; readonly rateMultiplier: number; readonly modelIds: readonly (number)[]; readonly appCategoryIds: readonly (number)[] };
/** The membership of a user. Times are in UTC milliseconds. */
export type ServiceMembership = { readonly membershipId: number; readonly planId: number; readonly planName: string; readonly planNameEn: string | null; readonly level: number; readonly features: readonly (string)[]; readonly startAt: number; readonly expiresAt: number | null; readonly remindDays: number | null; readonly quotas: readonly ({ readonly capability: string; readonly period: 'total' | 'day' | 'month'; readonly modelGroup: string | null; readonly granted: number; readonly used: number; readonly resetsAt: number | null })[]; readonly next: { readonly planName: string; readonly level: number; readonly startAt: number | null } | null };
/** An order for its user. Amounts are in hundredths, times in UTC milliseconds. */
export type ServiceOrder = { readonly orderNo: string; readonly userId: number; readonly productType: string; readonly productName: string; readonly quantity: number; readonly status: string; readonly fulfilStatus: string; readonly payable: number; readonly paid: number; readonly refunded: number; readonly currency: string; readonly channel: string; readonly payMethod: 'native' | 'jsapi' | 'h5' | null; readonly expiresAt: number; readonly paidAt: number | null };
export type ServicePdf = { readonly pdfId: number; readonly userId: number; readonly name: string; readonly status: string; readonly progress: number; readonly pages: number | null; readonly parseMode: 'text' | 'layout' | 'ocr'; readonly ocrPages: number; readonly chunkCount: number; readonly held: number; readonly charged: number; readonly errorCode: string | null; readonly warnings: readonly (DocumentWarning)[]; readonly summary: string | null; readonly expiresAt: number | null };
/** The results of a question about a PDF, and its price. */
export type ServicePdfAnswer = { readonly hits: readonly (ServicePdfHit)[]; readonly charged: number; readonly uncharged: 'noHit' | null };
export type ServicePdfHit = { readonly chunkId: number; readonly content: string; readonly pageFrom: number; readonly pageTo: number; readonly score: number };
/** A refund for its user. Amounts are in hundredths. */
export type ServiceRefund = { readonly refundNo: string; readonly orderNo: string; readonly amount: number; readonly status: string; readonly decision: string | null; readonly requestedAt: number; readonly finishedAt: number | null };
/** A task for the workers of the platform. */
export type ServiceTask = { readonly kind: TaskKind; readonly no: string; readonly attempt: number; readonly userId: number; readonly status: string; readonly prompt: string; readonly params: unknown; readonly modelId: number | null; readonly channel: string | null; readonly holdNo: string | null; readonly charged: number; readonly results: unknown; readonly error: string | null; readonly stage: string | null; readonly outline: string | null; readonly mode: string | null; readonly source: string | null; readonly language: string | null; readonly theme: string | null; readonly inputs: unknown; readonly filesDeletedAt: number | null; readonly publication: string; readonly timeoutAt: number | null };
export type ServiceWallet = { readonly balance: number; readonly held: number };
/** The result of a daily check-in. Repeated calls return the same. */
export type SignDayAnswer = { readonly logId: number; readonly signDate: string; readonly streak: number; readonly cycleDay: number; readonly reward: readonly (SignReward)[]; readonly vip: { readonly planId: number; readonly days: number } | null; readonly expiresAt: number | null };
/** The check-in status of a user, for display. */
export type SignGetAnswer = { readonly enabled: boolean; readonly today: string; readonly signedToday: boolean; readonly streak: number; readonly nextDay: number; readonly cycle: number; readonly rewards: readonly ({ readonly dayNo: number; readonly coin: number; readonly compute: number; readonly extraCoinMin: number; readonly extraCoin: number; readonly vipDays: number })[]; readonly makeUp: { readonly left: number; readonly cost: number } };
export type SignMakeUpAnswer = { readonly logId: number; readonly signDate: string; readonly streak: number; readonly cost: number };
export type SignReward = { readonly asset: ServiceAsset; readonly amount: number };
/** A published image of a carousel, for the sign-in page and for services. */
export type Slide = { readonly id: number; readonly title: string; readonly titleEn: string | null; readonly subtitle: string | null; readonly subtitleEn: string | null; readonly picture: string; readonly pictureDark: string | null; readonly link: string | null; readonly language: 'all' | Locale };
export type TaskCreateAnswer = { readonly kind: TaskKind; readonly no: string; readonly attempt: number; readonly userId: number; readonly status: string; readonly prompt: string; readonly params: unknown; readonly modelId: number | null; readonly channel: string | null; readonly holdNo: string | null; readonly charged: number; readonly results: unknown; readonly error: string | null; readonly stage: string | null; readonly outline: string | null; readonly mode: string | null; readonly source: string | null; readonly language: string | null; readonly theme: string | null; readonly inputs: unknown; readonly filesDeletedAt: number | null; readonly publication: string; readonly timeoutAt: number | null; readonly rejection: string | null };
export type TaskKind = 'draw' | 'slides' | 'video' | 'music' | 'writing' | 'mindMap';
export type TaskReportAnswer = { readonly kind: TaskKind; readonly no: string; readonly attempt: number; readonly userId: number; readonly status: string; readonly prompt: string; readonly params: unknown; readonly modelId: number | null; readonly channel: string | null; readonly holdNo: string | null; readonly charged: number; readonly results: unknown; readonly error: string | null; readonly stage: string | null; readonly outline: string | null; readonly mode: string | null; readonly source: string | null; readonly language: string | null; readonly theme: string | null; readonly inputs: unknown; readonly filesDeletedAt: number | null; readonly publication: string; readonly timeoutAt: number | null; readonly accepted: boolean };
export type TextCheckAnswer = { readonly enabled: boolean; readonly action: 'pass' | 'warn' | 'mask' | 'review' | 'block'; readonly text: string; readonly rejection: string | null; readonly hits: readonly (unknown)[]; readonly hitCount: number; readonly lexiconVersion: number; readonly violationId: number | null };
export type TextCheckBatchAnswer = { readonly items: readonly ({ readonly code: number; readonly message: string; readonly data: TextCheckAnswer | null })[] };
export type UserBindAnswer = { readonly userId: number; readonly email: string | null; readonly phone: string | null };
/** What the platform must know about a user before it serves them. */
export type UserGetAnswer = { readonly userId: number; readonly username: string; readonly status: string; readonly tokenVersion: number; readonly verified: boolean; readonly vip: { readonly level: number; readonly expiresAt: number | null }; readonly membership: ServiceMembership | null; readonly limits: ServiceLimits; readonly restriction: { readonly captcha: boolean; readonly rejectedUntil: number | null }; readonly wallets: Readonly<Record<string, ServiceWallet>> };
export type UserGetBatchAnswer = { readonly items: readonly ({ readonly code: number; readonly message: string; readonly data: UserGetAnswer | null })[] };
export type UserRegisterAnswer = { readonly userId: number; readonly username: string; readonly status: string; readonly inviteCode: string; readonly inviterId: number | null; readonly gift: readonly ({ readonly asset: ServiceAsset; readonly amount: number })[] };
export type UserSeenAnswer = { readonly seen: number };
/** A token that identifies a user in calls. `user/get` accepts it instead of an ID. */
export type UserTokenAnswer = { readonly userId: number; readonly token: string; readonly expiresAt: number };
export type UserVerifyAnswer = { readonly userId: number; readonly others: number };

/** Every call of the service API: its body and the `data` of its answer. */
export interface ServiceOperations {
  /** Get a user with balances, membership and limits. */
  readonly userGet: { readonly body: { readonly userId?: number | undefined; readonly token?: string | undefined }; readonly answer: UserGetAnswer };
  /** Get up to 200 users. */
  readonly userGetBatch: { readonly body: { readonly userIds: readonly (number)[] }; readonly answer: UserGetBatchAnswer };
  /** Issue a token for a signed-in user. */
  readonly userToken: { readonly body: { readonly userId: number }; readonly answer: UserTokenAnswer };
  /** Report which users were active. */
  readonly userSeen: { readonly body: { readonly people: readonly ({ readonly userId: number; readonly at?: number | undefined; readonly signedIn?: boolean | undefined; readonly ip?: string | null | undefined })[] }; readonly answer: UserSeenAnswer };
  /** Check the password of a user. */
  readonly userVerify: { readonly body: { readonly userId: number; readonly realName: string; readonly idCard: string }; readonly answer: UserVerifyAnswer };
  /** Register a user. */
  readonly userRegister: { readonly body: { readonly username: string; readonly nickname?: string | null | undefined; readonly email?: string | null | undefined; readonly emailCode?: string | null | undefined; readonly phone?: string | null | undefined; readonly phoneCode?: string | null | undefined; readonly source?: 'web' | 'h5' | 'wechat' | 'invite' | undefined; readonly locale?: 'zh-CN' | 'en-US' | undefined; readonly inviterCode?: string | null | undefined; readonly regionCode?: string | null | undefined; readonly ip?: string | null | undefined; readonly captcha?: { readonly token: string } | { readonly captchaId: string; readonly captchaCode: string } | null | undefined; readonly pending?: boolean | undefined }; readonly answer: UserRegisterAnswer };
  /** Bind a phone number or an email address to a user. */
  readonly userBind: { readonly body: { readonly userId: number; readonly email?: string | undefined; readonly emailCode?: string | null | undefined; readonly phone?: string | undefined; readonly phoneCode?: string | null | undefined }; readonly answer: UserBindAnswer };
  /** Quote the price of a use. */
  readonly billingQuote: { readonly body: { readonly userId: number; readonly capability: 'chat' | 'write' | 'draw' | 'video' | 'ppt' | 'music' | 'mindMap' | 'pdf' | 'know' | 'agent' | 'app'; readonly asset?: 'coin' | 'compute' | undefined; readonly amount?: number | undefined; readonly modelId?: number | undefined; readonly use?: { readonly promptTokens?: number | undefined; readonly completionTokens?: number | undefined; readonly units?: number | undefined; readonly think?: boolean | undefined } | undefined }; readonly answer: BillingQuoteAnswer };
  /** Hold credits for a use. */
  readonly billingHold: { readonly body: { readonly userId: number; readonly capability: 'chat' | 'write' | 'draw' | 'video' | 'ppt' | 'music' | 'mindMap' | 'pdf' | 'know' | 'agent' | 'app'; readonly asset: 'coin' | 'compute'; readonly amount: number; readonly modelId?: number | undefined; readonly appId?: number | undefined; readonly agentId?: number | undefined; readonly requestId: string }; readonly answer: BillingHoldAnswer };
  /** Extend a hold. */
  readonly billingExtend: { readonly body: { readonly holdNo: string; readonly minutes?: number | undefined }; readonly answer: BillingExtendAnswer };
  /** Capture a hold and record the usage. */
  readonly billingCapture: { readonly body: { readonly holdNo: string; readonly amount: number; readonly usage?: { readonly modelId?: number | null | undefined; readonly modelName?: string | null | undefined; readonly apiKeyId?: number | null | undefined; readonly promptTokens?: number | undefined; readonly completionTokens?: number | undefined; readonly cachedTokens?: number | undefined; readonly units?: number | undefined; readonly listAmount?: number | undefined; readonly upstreamCost?: number | undefined; readonly status?: 'success' | 'failed' | undefined; readonly errorCode?: string | null | undefined; readonly latencyMs?: number | null | undefined; readonly firstTokenMs?: number | null | undefined; readonly stream?: boolean | undefined } | undefined; readonly refs?: { readonly type: 'app' | 'agent' | 'task' | 'chat' | 'know' | 'pdf'; readonly id: string } | null | undefined }; readonly answer: BillingCaptureAnswer };
  /** Release a hold. */
  readonly billingRelease: { readonly body: { readonly holdNo: string }; readonly answer: BillingReleaseAnswer };
  /** Check a text against the moderation rules. */
  readonly textCheck: { readonly body: { readonly text: string; readonly userId?: number | null | undefined; readonly scope?: 'prompt' | 'output' | 'nickname' | 'draw' | 'file' | undefined; readonly source?: string | null | undefined; readonly dryRun?: boolean | undefined }; readonly answer: TextCheckAnswer };
  /** Check up to 200 texts. */
  readonly textCheckBatch: { readonly body: { readonly texts: readonly ({ readonly text: string; readonly userId?: number | null | undefined; readonly scope?: 'prompt' | 'output' | 'nickname' | 'draw' | 'file' | undefined; readonly source?: string | null | undefined })[]; readonly dryRun?: boolean | undefined }; readonly answer: TextCheckBatchAnswer };
  /** Append messages to a chat session. */
  readonly chatAppend: { readonly body: { readonly sessionId: string; readonly userId: number; readonly title?: string | undefined; readonly kind?: 'chat' | 'agent' | 'app' | 'know' | 'pdf' | undefined; readonly modelName?: string | null | undefined; readonly messages: readonly ({ readonly clientId: string; readonly role: 'user' | 'assistant' | 'system' | 'tool'; readonly content: string; readonly reasoning?: string | null | undefined; readonly attachments?: unknown | undefined; readonly modelName?: string | null | undefined; readonly promptTokens?: number | undefined; readonly completionTokens?: number | undefined; readonly latencyMs?: number | null | undefined; readonly status?: 'ok' | 'stopped' | 'error' | 'blocked' | undefined; readonly error?: string | null | undefined; readonly flagged?: boolean | undefined; readonly bannedHits?: readonly (string)[] | undefined; readonly at?: number | undefined })[] }; readonly answer: ChatAppendAnswer };
  /** Get the configuration of the platform. */
  readonly configSnapshot: { readonly body: Readonly<Record<string, unknown>>; readonly answer: ConfigSnapshotAnswer };
  /** Get the configuration if it changed. */
  readonly configChanges: { readonly body: { readonly knownVersion?: string | null | undefined }; readonly answer: ConfigChangesAnswer };
  /** List published content of one kind. */
  readonly catalogueList: { readonly body: { readonly kind: 'icons' | 'agents' | 'agentCategories' | 'apps' | 'appCategories' | 'writeTemplates' | 'drawCategories' | 'drawPromptCategories' | 'drawPrompts' | 'slideTemplates' | 'musicStyles' | 'mindMapTemplates' | 'backgrounds' | 'slides' | 'cards' | 'menuGroups' | 'menuItems' | 'helpDocs' | 'faqs' | 'courses' | 'lessons'; readonly userId?: number | undefined; readonly knownVersion?: string | null | undefined; readonly cursor?: number | null | undefined; readonly limit?: number | undefined }; readonly answer: CatalogueListAnswer };
  /** Get a published file. */
  readonly catalogueFile: { readonly body: { readonly courseId: number; readonly file: string; readonly part?: number | undefined; readonly userId?: number | undefined }; readonly answer: CatalogueFileAnswer };
  /** Count uses of published content. */
  readonly catalogueCount: { readonly body: { readonly uses: readonly ({ readonly kind: 'icons' | 'agents' | 'agentCategories' | 'apps' | 'appCategories' | 'writeTemplates' | 'drawCategories' | 'drawPromptCategories' | 'drawPrompts' | 'slideTemplates' | 'musicStyles' | 'mindMapTemplates' | 'backgrounds' | 'slides' | 'cards' | 'menuGroups' | 'menuItems' | 'helpDocs' | 'faqs' | 'courses' | 'lessons'; readonly id: number; readonly uses?: number | undefined; readonly clicks?: number | undefined })[] }; readonly answer: CatalogueCountAnswer };
  /** Get the current version of a client app. */
  readonly catalogueClient: { readonly body: { readonly appKey: string; readonly secret?: string | null | undefined; readonly appVersion?: string | null | undefined }; readonly answer: CatalogueClientAnswer };
  /** List the announcements for a user. */
  readonly newsNotices: { readonly body: { readonly userId?: number | null | undefined; readonly platform?: 'web' | 'h5' | 'wechat' | 'android' | 'ios' | 'desktop' | 'app' | null | undefined }; readonly answer: NewsNoticesAnswer };
  /** Mark announcements as read. */
  readonly newsRead: { readonly body: { readonly userId: number; readonly noticeIds: readonly (number)[] }; readonly answer: NewsReadAnswer };
  /** Rate a help document. */
  readonly newsRate: { readonly body: { readonly userId: number; readonly docId: number; readonly isHelpful: boolean }; readonly answer: NewsRateAnswer };
  /** Create a creative task. */
  readonly taskCreate: { readonly body: { readonly kind: 'draw' | 'slides' | 'video' | 'music' | 'writing' | 'mindMap'; readonly requestId: string; readonly userId: number; readonly prompt: string; readonly params?: unknown | undefined; readonly modelId?: number | null | undefined; readonly channel?: string | null | undefined; readonly asset?: 'coin' | 'compute' | undefined; readonly amount?: number | undefined; readonly negativePrompt?: string | null | undefined; readonly templateId?: number | null | undefined; readonly categoryId?: number | null | undefined; readonly styleId?: number | null | undefined; readonly mode?: string | null | undefined; readonly source?: string | null | undefined; readonly language?: string | null | undefined; readonly theme?: string | null | undefined; readonly inputs?: readonly ({ readonly url: string; readonly role?: 'image' | 'mask' | 'start' | 'end' | 'document' | undefined; readonly title?: string | null | undefined })[] | undefined; readonly title?: string | null | undefined; readonly lyrics?: string | null | undefined; readonly outline?: string | null | undefined; readonly content?: string | null | undefined; readonly pages?: number | null | undefined; readonly seconds?: number | null | undefined; readonly words?: number | null | undefined }; readonly answer: TaskCreateAnswer };
  /** Claim tasks to work on. */
  readonly taskClaim: { readonly body: { readonly kind: 'draw' | 'slides' | 'video' | 'music' | 'writing' | 'mindMap'; readonly most?: number | undefined }; readonly answer: { readonly tasks: readonly (ServiceTask)[] } };
  /** Report the progress or result of a task. */
  readonly taskReport: { readonly body: { readonly no: string; readonly attempt: number; readonly status: 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled'; readonly progress?: number | undefined; readonly upstreamId?: string | null | undefined; readonly results?: unknown | undefined; readonly stage?: 'outline' | 'content' | 'render' | undefined; readonly errorCode?: string | null | undefined; readonly error?: string | null | undefined; readonly amount?: number | undefined; readonly upstreamCost?: number | undefined; readonly title?: string | null | undefined; readonly lyrics?: string | null | undefined; readonly outline?: string | null | undefined; readonly content?: string | null | undefined; readonly pages?: number | null | undefined; readonly seconds?: number | null | undefined; readonly words?: number | null | undefined }; readonly answer: TaskReportAnswer };
  /** Get a creative task. */
  readonly taskGet: { readonly body: { readonly no: string }; readonly answer: ServiceTask };
  /** Count a download of a task result. */
  readonly taskDownloaded: { readonly body: { readonly no: string; readonly times?: number | undefined }; readonly answer: ServiceTask };
  /** Publish a task result. */
  readonly taskPublish: { readonly body: { readonly no: string; readonly userId: number; readonly wanted: boolean }; readonly answer: ServiceTask };
  /** Read or stream the events after a position. */
  readonly eventSubscribe: { readonly body: { readonly since?: string | null | undefined; readonly events?: readonly ('settings.changed' | 'lexicon.changed' | 'model.changed' | 'key.changed' | 'product.changed' | 'content.changed' | 'notice.changed' | 'user.changed' | 'user.banned' | 'redemption.reversed')[] | undefined }; readonly answer: EventSubscribeAnswer };
  /** Get the front-end configuration. */
  readonly configFront: { readonly body: Readonly<Record<string, unknown>>; readonly answer: FrontConfigAnswer };
  /** Lease an upstream key. */
  readonly keyLease: { readonly body: { readonly keyGroup?: string | undefined; readonly provider?: string | undefined; readonly modelId?: number | undefined; readonly model?: string | undefined; readonly capability?: 'chat' | 'write' | 'draw' | 'video' | 'ppt' | 'music' | 'mindMap' | 'pdf' | 'know' | 'agent' | 'app' | undefined; readonly userId?: number | undefined; readonly appId?: number | undefined; readonly agentId?: number | undefined; readonly requestId?: string | undefined; readonly tokens?: number | undefined; readonly exclude?: readonly (number)[] | undefined }; readonly answer: KeyLeaseAnswer };
  /** Report the outcome of a key lease. */
  readonly keyReport: { readonly body: { readonly leaseId: string; readonly outcome: 'ok' | 'rateLimited' | 'auth' | 'quota' | 'server' | 'timeout' | 'request'; readonly status?: number | null | undefined; readonly errorCode?: string | null | undefined; readonly message?: string | null | undefined; readonly retryAfterMs?: number | null | undefined; readonly latencyMs?: number | null | undefined; readonly tokens?: number | undefined; readonly upstreamCost?: number | undefined }; readonly answer: KeyReportAnswer };
  /** Redeem a code. */
  readonly redeemUse: { readonly body: { readonly userId: number; readonly code: string; readonly ip?: string | null | undefined; readonly captcha?: { readonly token: string } | { readonly captchaId: string; readonly captchaCode: string } | null | undefined }; readonly answer: RedeemUseAnswer };
  /** Search knowledge bases. */
  readonly knowledgeSearch: { readonly body: { readonly knowledgeIds: readonly (number)[]; readonly query: string; readonly mode?: 'hybrid' | 'vector' | 'keyword' | null | undefined; readonly topK?: number | null | undefined; readonly scoreMin?: number | null | undefined; readonly vectorWeight?: number | null | undefined; readonly fusion?: 'weighted' | 'reciprocal' | null | undefined; readonly rankConstant?: number | null | undefined; readonly rerank?: 'on' | 'off' | null | undefined; readonly source?: 'chat' | 'agent' | 'api' | undefined; readonly userId?: number | null | undefined }; readonly answer: KnowledgeSearchAnswer };
  /** Upload a PDF. */
  readonly pdfUpload: { readonly body: { readonly name: string; readonly content: string; readonly file?: string | null | undefined; readonly part?: number | undefined; readonly more?: boolean | undefined }; readonly answer: ServiceFile };
  /** Submit a PDF for parsing. */
  readonly pdfSubmit: { readonly body: { readonly userId: number; readonly requestId: string; readonly file: string; readonly name?: string | null | undefined; readonly parseMode?: 'text' | 'layout' | 'ocr' | undefined }; readonly answer: ServicePdf };
  /** Get a PDF and its status. */
  readonly pdfGet: { readonly body: { readonly pdfId: number; readonly userId: number }; readonly answer: ServicePdf };
  /** Search in a PDF. */
  readonly pdfSearch: { readonly body: { readonly pdfId: number; readonly userId: number; readonly query: string; readonly topK?: number | undefined }; readonly answer: { readonly hits: readonly (ServicePdfHit)[] } };
  /** Ask a question about a PDF. */
  readonly pdfAsk: { readonly body: { readonly pdfId: number; readonly userId: number; readonly requestId: string; readonly query: string; readonly topK?: number | undefined }; readonly answer: ServicePdfAnswer };
  /** Upload a file for a knowledge base. */
  readonly knowledgeUpload: { readonly body: { readonly name: string; readonly content: string; readonly file?: string | null | undefined; readonly part?: number | undefined; readonly more?: boolean | undefined }; readonly answer: ServiceFile };
  /** List the knowledge bases of a user. */
  readonly knowledgeList: { readonly body: { readonly userId?: number | null | undefined }; readonly answer: { readonly items: readonly (ServiceKnowledge)[] } };
  /** Create a knowledge base. */
  readonly knowledgeCreate: { readonly body: { readonly userId: number; readonly name: string; readonly description?: string | null | undefined }; readonly answer: ServiceKnowledge };
  /** Submit a document to a knowledge base. */
  readonly knowledgeSubmit: { readonly body: { readonly knowledgeId: number; readonly userId?: number | null | undefined; readonly file?: string | null | undefined; readonly url?: string | null | undefined; readonly name?: string | null | undefined; readonly questions?: boolean | undefined }; readonly answer: ServiceKnowDoc };
  /** Retry a failed document. */
  readonly knowledgeRetry: { readonly body: { readonly docId: number; readonly userId?: number | null | undefined }; readonly answer: ServiceKnowDoc };
  /** List the documents of a knowledge base. */
  readonly knowledgeDocuments: { readonly body: { readonly knowledgeId: number; readonly after?: number | undefined; readonly count?: number | undefined }; readonly answer: { readonly items: readonly (ServiceKnowDoc)[]; readonly next: number | null } };
  /** Get the daily check-in status of a user. */
  readonly signGet: { readonly body: { readonly userId: number }; readonly answer: SignGetAnswer };
  /** Record a daily check-in. */
  readonly signIn: { readonly body: { readonly userId: number; readonly ip?: string | null | undefined; readonly captcha?: { readonly token: string } | { readonly captchaId: string; readonly captchaCode: string } | null | undefined }; readonly answer: SignDayAnswer };
  /** Record a make-up check-in. */
  readonly signMakeUp: { readonly body: { readonly userId: number; readonly day: string; readonly captcha?: { readonly token: string } | { readonly captchaId: string; readonly captchaCode: string } | null | undefined }; readonly answer: SignMakeUpAnswer };
  /** Get the distributor profile of a user. */
  readonly distributionGet: { readonly body: { readonly userId: number }; readonly answer: DistributionGetAnswer };
  /** Apply to become a distributor. */
  readonly distributionApply: { readonly body: { readonly userId: number; readonly note?: string | null | undefined }; readonly answer: ServiceDistributor };
  /** Request a withdrawal of commission. */
  readonly distributionWithdraw: { readonly body: { readonly userId: number; readonly agentId?: number | null | undefined; readonly amount: number; readonly currency?: string | null | undefined; readonly channel: 'alipay' | 'wechat' | 'bank'; readonly account: string; readonly realName: string; readonly bankName?: string | null | undefined }; readonly answer: DistributionWithdrawAnswer };
  /** List the commissions of a distributor. */
  readonly distributionCommissions: { readonly body: { readonly userId: number; readonly cursor?: number | null | undefined; readonly limit?: number | undefined }; readonly answer: DistributionCommissionsAnswer };
  /** Search the web. */
  readonly searchWeb: { readonly body: { readonly query: string; readonly topK?: number | undefined }; readonly answer: SearchWebAnswer };
  /** Create a captcha challenge. */
  readonly captchaChallenge: { readonly body: Readonly<Record<string, unknown>>; readonly answer: CaptchaChallenge };
  /** Verify a captcha answer. */
  readonly captchaVerify: { readonly body: { readonly token: string } | { readonly captchaId: string; readonly captchaCode: string }; readonly answer: CaptchaVerdict };
  /** Send a verification code. */
  readonly codeSend: { readonly body: { readonly purpose: 'register' | 'bind' | 'signIn' | 'confirm'; readonly phone?: string | undefined; readonly email?: string | undefined; readonly ip?: string | null | undefined; readonly captcha?: { readonly token: string } | { readonly captchaId: string; readonly captchaCode: string } | null | undefined }; readonly answer: CodeSendAnswer };
  /** Check a verification code. */
  readonly codeCheck: { readonly body: { readonly purpose: 'register' | 'bind' | 'signIn' | 'confirm'; readonly phone?: string | undefined; readonly email?: string | undefined; readonly code: string }; readonly answer: CodeCheckAnswer };
  /** List the sign-in providers. */
  readonly identityProviders: { readonly body: Readonly<Record<string, unknown>>; readonly answer: IdentityProvidersAnswer };
  /** Start a sign-in with a third-party account. */
  readonly identityStart: { readonly body: { readonly provider: string; readonly redirectUri: string; readonly state: string; readonly nonce?: string | null | undefined; readonly codeChallenge?: string | null | undefined }; readonly answer: IdentityStartAnswer };
  /** Complete a sign-in with a third-party account. */
  readonly identitySignIn: { readonly body: { readonly provider: string; readonly code: string; readonly redirectUri?: string | null | undefined; readonly nonce?: string | null | undefined; readonly codeVerifier?: string | null | undefined; readonly source?: 'web' | 'h5' | 'wechat' | undefined; readonly locale?: 'zh-CN' | 'en-US' | undefined; readonly inviterCode?: string | null | undefined; readonly ip?: string | null | undefined }; readonly answer: IdentitySignInAnswer };
  /** Bind a third-party account to a user. */
  readonly identityBind: { readonly body: { readonly userId: number; readonly provider: string; readonly code: string; readonly redirectUri?: string | null | undefined; readonly nonce?: string | null | undefined; readonly codeVerifier?: string | null | undefined }; readonly answer: IdentityBindAnswer };
  /** Create an order. */
  readonly orderCreate: { readonly body: { readonly userId: number; readonly productType: 'vip' | 'coin' | 'compute'; readonly productId: number; readonly quantity?: number | undefined; readonly channel: 'alipay' | 'wechat' | 'epay' | 'stripe' | 'sandbox' | 'manual'; readonly payMethod?: 'native' | 'jsapi' | 'h5' | undefined; readonly payerOpenid?: string | undefined; readonly payerIp?: string | undefined; readonly clientRef?: string | null | undefined; readonly client?: 'web' | 'h5' | 'wechat' | 'android' | 'ios' | 'desktop' | undefined; readonly ip?: string | null | undefined }; readonly answer: OrderCreateAnswer };
  /** Get an order. */
  readonly orderGet: { readonly body: { readonly orderNo: string }; readonly answer: ServiceOrder };
  /** Cancel an order. */
  readonly orderCancel: { readonly body: { readonly orderNo: string; readonly reason?: string | null | undefined }; readonly answer: ServiceOrder };
  /** Report a payment. */
  readonly payNotify: { readonly body: { readonly channel: 'alipay' | 'wechat' | 'epay' | 'stripe' | 'sandbox' | 'manual'; readonly raw: string; readonly headers: Readonly<Record<string, string>> }; readonly answer: PayNotifyAnswer };
  /** Request a refund. */
  readonly refundRequest: { readonly body: { readonly userId: number; readonly orderNo: string; readonly amount?: number | undefined; readonly reason: string }; readonly answer: ServiceRefund };
  /** Get a refund request. */
  readonly refundGet: { readonly body: { readonly refundNo: string }; readonly answer: ServiceRefund };
  /** Cancel a refund request. */
  readonly refundCancel: { readonly body: { readonly userId: number; readonly refundNo: string }; readonly answer: ServiceRefund };
}

export const serviceOperations: Readonly<Record<keyof ServiceOperations, { path: string; writes: boolean }>> = {
  userGet: { path: '/user/get', writes: false },
  userGetBatch: { path: '/user/get-batch', writes: false },
  userToken: { path: '/user/token', writes: false },
  userSeen: { path: '/user/seen', writes: true },
  userVerify: { path: '/user/verify', writes: true },
  userRegister: { path: '/user/register', writes: true },
  userBind: { path: '/user/bind', writes: true },
  billingQuote: { path: '/billing/quote', writes: false },
  billingHold: { path: '/billing/hold', writes: true },
  billingExtend: { path: '/billing/extend', writes: true },
  billingCapture: { path: '/billing/capture', writes: true },
  billingRelease: { path: '/billing/release', writes: true },
  textCheck: { path: '/text/check', writes: true },
  textCheckBatch: { path: '/text/check-batch', writes: true },
  chatAppend: { path: '/chat/append', writes: true },
  configSnapshot: { path: '/config/snapshot', writes: false },
  configChanges: { path: '/config/changes', writes: false },
  catalogueList: { path: '/catalogue/list', writes: false },
  catalogueFile: { path: '/catalogue/file', writes: false },
  catalogueCount: { path: '/catalogue/count', writes: true },
  catalogueClient: { path: '/catalogue/client', writes: false },
  newsNotices: { path: '/news/notices', writes: false },
  newsRead: { path: '/news/read', writes: true },
  newsRate: { path: '/news/rate', writes: true },
  taskCreate: { path: '/task/create', writes: true },
  taskClaim: { path: '/task/claim', writes: true },
  taskReport: { path: '/task/report', writes: true },
  taskGet: { path: '/task/get', writes: false },
  taskDownloaded: { path: '/task/downloaded', writes: true },
  taskPublish: { path: '/task/publish', writes: true },
  eventSubscribe: { path: '/event/subscribe', writes: false },
  configFront: { path: '/config/front', writes: false },
  keyLease: { path: '/key/lease', writes: true },
  keyReport: { path: '/key/report', writes: true },
  redeemUse: { path: '/redeem/use', writes: true },
  knowledgeSearch: { path: '/knowledge/search', writes: false },
  pdfUpload: { path: '/pdf/upload', writes: true },
  pdfSubmit: { path: '/pdf/submit', writes: true },
  pdfGet: { path: '/pdf/get', writes: false },
  pdfSearch: { path: '/pdf/search', writes: false },
  pdfAsk: { path: '/pdf/ask', writes: true },
  knowledgeUpload: { path: '/knowledge/upload', writes: true },
  knowledgeList: { path: '/knowledge/list', writes: false },
  knowledgeCreate: { path: '/knowledge/create', writes: true },
  knowledgeSubmit: { path: '/knowledge/submit', writes: true },
  knowledgeRetry: { path: '/knowledge/retry', writes: true },
  knowledgeDocuments: { path: '/knowledge/documents', writes: false },
  signGet: { path: '/sign/get', writes: false },
  signIn: { path: '/sign/in', writes: true },
  signMakeUp: { path: '/sign/make-up', writes: true },
  distributionGet: { path: '/distribution/get', writes: false },
  distributionApply: { path: '/distribution/apply', writes: true },
  distributionWithdraw: { path: '/distribution/withdraw', writes: true },
  distributionCommissions: { path: '/distribution/commissions', writes: false },
  searchWeb: { path: '/search/web', writes: false },
  captchaChallenge: { path: '/captcha/challenge', writes: false },
  captchaVerify: { path: '/captcha/verify', writes: false },
  codeSend: { path: '/code/send', writes: true },
  codeCheck: { path: '/code/check', writes: true },
  identityProviders: { path: '/identity/providers', writes: false },
  identityStart: { path: '/identity/start', writes: false },
  identitySignIn: { path: '/identity/sign-in', writes: true },
  identityBind: { path: '/identity/bind', writes: true },
  orderCreate: { path: '/order/create', writes: true },
  orderGet: { path: '/order/get', writes: false },
  orderCancel: { path: '/order/cancel', writes: true },
  payNotify: { path: '/pay/notify', writes: true },
  refundRequest: { path: '/refund/request', writes: true },
  refundGet: { path: '/refund/get', writes: false },
  refundCancel: { path: '/refund/cancel', writes: true },
};
