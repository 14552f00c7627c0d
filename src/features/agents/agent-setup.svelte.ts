import type { AgentConfig, AgentHeader } from '#core/agents/agent-config.ts';
import type { AgentConnector, AgentPreset } from './connectors/agent.ts';
import { connectorById } from './connectors/registry.ts';
import {
  calledNow,
  loadAgent,
  loadPace,
  newAgent,
  saveAgent,
  savePace,
  type AgentPace,
} from './agent-settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { holdsKey as hasKey } from '#core/judge/redact.ts';
import { withoutSecrets } from '#providers/address.ts';
import { holdsKey } from '#features/sessions/texts.ts';
import { agentSetup as texts } from './texts.ts';

/** Which agent is called, how, and how fast: what a person enters before a run. */
export class AgentSetup {
  readonly #app: AppState;
  #config = $state.raw<AgentConfig>(loadAgent());
  #pace = $state.raw<AgentPace>(loadPace());
  /** Values of secret headers, in memory only. */
  #secrets = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(app: AppState) {
    this.#app = app;
  }

  get config(): AgentConfig {
    return this.#config;
  }

  get connector(): AgentConnector {
    return connectorById(this.#config.way);
  }

  get pace(): AgentPace {
    return this.#pace;
  }

  /** What placeholders may be named: columns, and the roles they play. */
  readonly names: readonly string[] = $derived.by(() => {
    const run = this.#app.workspace.run;
    const columns = run?.columns.columns.map(({ name }) => name) ?? [];
    const roles = Object.entries(run?.roles ?? {}).flatMap(([role, column]) =>
      columns.includes(column) ? [role] : [],
    );
    return [...new Set([...columns, ...roles])];
  });

  /** What keeps the agent from being called, one sentence each. */
  readonly faults: readonly string[] = $derived.by(() => {
    const known = this.#config.headers.map(({ name }) => name.trim().toLowerCase());
    const repeated = known.filter((name, index) => name !== '' && known.indexOf(name) !== index);
    const bad = this.#config.headers.filter(
      ({ name }) => !/^[!#$%&'*+.^`|~\w-]*$/.test(name.trim()),
    );
    return [
      ...this.#keysElsewhere.map((label) => holdsKey(label)),
      ...this.connector.faultsOf(this.#config, this.names),
      ...repeated.map((name) => texts.repeated(name)),
      ...bad.map(({ name }) => texts.badName(name)),
    ];
  });

  setConnector(id: string): void {
    if (id !== this.#config.way)
      this.#setConfig({ ...newAgent(id), headers: this.#config.headers });
  }

  setValue(key: string, value: string): void {
    this.#setConfig({ ...this.#config, values: { ...this.#config.values, [key]: value } });
  }

  /** Fills in what a server of some kind is called by. */
  usePreset({ values, secretHeader = '' }: AgentPreset): void {
    const headers = this.#config.headers.filter(({ name }) => name !== secretHeader);
    const added = secretHeader === '' ? [] : [{ name: secretHeader, value: '', isSecret: true }];
    this.#setConfig({ ...this.#config, values, headers: [...headers, ...added] });
  }

  setHeaders(headers: readonly AgentHeader[]): void {
    this.#setConfig({ ...this.#config, headers });
  }

  setPace(part: Partial<AgentPace>): void {
    this.#pace = { ...this.#pace, ...part };
    savePace(this.#pace);
  }

  /** The value of a secret header; an empty text while it is not entered. */
  secretOf(name: string): string {
    return this.#secrets.get(name) ?? '';
  }

  setSecret(name: string, secret: string): void {
    this.#secrets = new Map([...this.#secrets, [name, secret.trim()]]);
    this.#save();
  }

  /** The labels of fields and the names of headers that hold a key, and are not for it. */
  get #keysElsewhere(): readonly string[] {
    const { values, headers } = this.#config;
    const fields = this.connector.fields.filter(({ key }) => this.#holdsKey(values[key] ?? ''));
    const open = headers.filter(({ value, isSecret }) => !isSecret && this.#holdsKey(value));
    return [...fields.map(({ label }) => label), ...open.map(({ name }) => name)];
  }

  #holdsKey(text: string): boolean {
    return hasKey(text, [...this.#secrets.values()]);
  }

  /** A key that was entered into another field is kept nowhere. */
  #save(): void {
    const { values, headers } = this.#config;
    saveAgent({
      ...this.#config,
      values: withoutSecrets(values, [...this.#secrets.values()]),
      headers: headers.map((header) =>
        this.#holdsKey(header.value) ? { ...header, value: '' } : header,
      ),
    });
  }

  /** The secrets that calls need, by the names of their headers. */
  get secretsInUse(): ReadonlyMap<string, string> {
    const secret = this.#config.headers.filter(({ isSecret }) => isSecret);
    return new Map(secret.map(({ name }) => [name, this.secretOf(name)]));
  }

  /** Takes an agent as it was described before. */
  take(config: AgentConfig): void {
    const { way, ...rest } = calledNow(config);
    this.#setConfig({ ...rest, way: connectorById(way).id });
  }

  /** Secrets stay with the address they were given for. */
  #setConfig(config: AgentConfig): void {
    if (addressOf(config) !== addressOf(this.#config)) this.#secrets = new Map();
    this.#config = config;
    this.#save();
  }
}

/** What decides where secrets go. */
function addressOf({ way, values }: AgentConfig): string {
  const url = values['url']?.trim() ?? '';
  return URL.canParse(url) ? new URL(url).origin : `${way} ${url}`;
}
