/** Defaults for services. A model that is not offered is null. */
export interface AiConfig {
  readonly defaults: {
    readonly chatModelId: number | null;
    readonly titleModelId: number | null;
    readonly assistModelId: number | null;
    readonly embeddingModelId: number | null;
    readonly rerankModelId: number | null;
    readonly ttsModelId: number | null;
    readonly sttModelId: number | null;
  };
  readonly chat: {
    readonly contextRounds: number;
    readonly maxInputChars: number;
    readonly stream: boolean;
    readonly suggestQuestions: boolean;
    readonly retryTimes: number;
    readonly timeoutSeconds: number;
    readonly globalSystemPrompt: string | null;
  };
  readonly file: { readonly parseMode: string; readonly maxFiles: number; readonly maxMegabytes: number };
  readonly web: { readonly enabled: boolean; readonly topK: number };
  readonly think: { readonly mode: string };
  readonly safety: { readonly checkPrompt: boolean; readonly checkOutput: boolean };
}
