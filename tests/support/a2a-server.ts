import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AgentCard, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk';
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express, { type RequestHandler } from 'express';
import type { ScriptedCall } from './framework-server.ts';

/** The protocol’s version that is spoken at a path. */
const VERSIONS = { '/v1': '1.0', '/v0': '0.3' };

/** An agent behind the protocol’s official server. */
export interface A2aServer {
  readonly url: string;
  /** The method of every request, and the version that its header names. */
  readonly asked: { readonly method: string; readonly version: string | undefined }[];
  stop(): void;
}

/** Milliseconds between two things that the agent says. */
const PAUSE_MS = 10;

/**
 * Starts an agent that makes the scripted calls for a prompt, one after another, each with its
 * place as the result, and then says “Done: prompt” in two pieces of one artifact. It fails at the
 * prompt “break”.
 */
export async function startA2a(
  callsFor: (prompt: string) => readonly ScriptedCall[],
): Promise<A2aServer> {
  const asked: { method: string; version: string | undefined }[] = [];
  const app = express();
  app.use(allowPages, express.json(), (request, _response, next) => {
    const { method } = (request.body ?? {}) as { readonly method?: string };
    if (method !== undefined) asked.push({ method, version: request.header('A2A-Version') });
    next();
  });
  const server = await new Promise<Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started));
  });
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  for (const [path, version] of Object.entries(VERSIONS)) {
    const card = cardOf(`${url}${path}/rpc`, version);
    const requestHandler = new DefaultRequestHandler(
      card,
      new InMemoryTaskStore(),
      agentThatMakes(callsFor),
    );
    const legacyCompat = { enabled: version === '0.3' };
    app.use(
      `${path}/.well-known/agent-card.json`,
      agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
    );
    app.use(
      `${path}/rpc`,
      jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }),
    );
  }
  return {
    url,
    asked,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const allowPages: RequestHandler = (request, response, next) => {
  response.set({
    'access-control-allow-origin': '*',
    'access-control-allow-private-network': 'true',
    'access-control-allow-headers': request.header('access-control-request-headers') ?? '*',
  });
  if (request.method === 'OPTIONS') response.sendStatus(204);
  else next();
};

function cardOf(url: string, protocolVersion: string): AgentCard {
  return AgentCard.fromJSON({
    name: 'Home',
    description: 'Sets devices.',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [{ id: 'home', name: 'Home', description: 'Sets devices.', tags: ['home'] }],
  });
}

function agentThatMakes(callsFor: (prompt: string) => readonly ScriptedCall[]): AgentExecutor {
  return {
    async execute({ userMessage, taskId, contextId }, bus) {
      const ids = { taskId, contextId };
      const [part] = userMessage.parts;
      const prompt = part?.content?.$case === 'text' ? part.content.value : '';
      const tell = async (state: string, parts: readonly object[] = []): Promise<void> => {
        await wait(PAUSE_MS);
        const message = { ...ids, messageId: crypto.randomUUID(), role: 'ROLE_AGENT', parts };
        const status = { state, ...(parts.length > 0 ? { message } : {}) };
        bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON({ ...ids, status })));
      };
      const give = (text: string, append: boolean): void => {
        const artifact = { artifactId: 'answer', name: 'answer', parts: [{ text }] };
        bus.publish(
          AgentEvent.artifactUpdate(
            TaskArtifactUpdateEvent.fromJSON({ ...ids, artifact, append, lastChunk: append }),
          ),
        );
      };
      const status = { state: 'TASK_STATE_SUBMITTED' };
      bus.publish(AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status })));
      if (prompt === 'break') {
        await tell('TASK_STATE_FAILED', [{ text: 'it broke' }]);
        return;
      }
      for (const [index, { tool_name: name, tool_input: args }] of callsFor(prompt).entries()) {
        const id = `c${String(index)}`;
        await tell('TASK_STATE_WORKING', [
          { data: { id, name, args }, metadata: { adk_type: 'function_call' } },
          {
            data: { id, name, response: { done: index } },
            metadata: { adk_type: 'function_response' },
          },
        ]);
      }
      give('Done: ', false);
      give(prompt, true);
      await tell('TASK_STATE_COMPLETED');
    },
    cancelTask: () => Promise.resolve(),
  };
}
