import type { JSX } from 'preact';
import { agents, connection, filterText, hiddenAgents, isDark, isSplit, toggleAgent } from '../state.ts';
import { AgentName, Monogram } from './agent.tsx';
import { Icon, Raven } from './icons.tsx';

const STATES = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Reconnecting…',
  denied: 'Not connected',
};

export function TopBar(): JSX.Element {
  return (
    <header class="top">
      <Raven />
      <h1>Corvid</h1>
      <span class={`connection ${connection.value}`} role="status">
        {STATES[connection.value]}
      </span>
      <label class="filter">
        <Icon name="search" />
        <input
          id="filter"
          type="search"
          placeholder="Filter by file, tool or command"
          aria-label="Filter by file, tool or command"
          value={filterText.value}
          onInput={({ currentTarget }) => {
            filterText.value = currentTarget.value;
          }}
        />
        <kbd>/</kbd>
      </label>
      <div class="agents">
        {agents.value.map((agent) => (
          <button
            key={agent}
            type="button"
            aria-pressed={!hiddenAgents.value.has(agent)}
            title="Show or hide the calls of this client"
            onClick={() => toggleAgent(agent)}
          >
            <Monogram agent={agent} />
            <AgentName agent={agent} />
          </button>
        ))}
      </div>
      <div class="switch">
        <button
          type="button"
          aria-label="Unified"
          title="Unified"
          aria-pressed={!isSplit.value}
          onClick={() => setSplit(false)}
        >
          <Icon name="lines" />
        </button>
        <button
          type="button"
          aria-label="Side by side"
          title="Side by side"
          aria-pressed={isSplit.value}
          onClick={() => setSplit(true)}
        >
          <Icon name="columns" />
        </button>
      </div>
      <button
        type="button"
        class="quiet"
        aria-label={isDark.value ? 'Light' : 'Dark'}
        title={isDark.value ? 'Light' : 'Dark'}
        onClick={toggleDark}
      >
        <Icon name={isDark.value ? 'sun' : 'moon'} />
      </button>
    </header>
  );
}

function setSplit(value: boolean): void {
  isSplit.value = value;
}

function toggleDark(): void {
  isDark.value = !isDark.value;
}
