import { ptyTerminals } from '../../../src/adapters/terminals/pty-terminals.ts';
import { describeTerminals } from '../../contracts/terminals.contract.ts';

describeTerminals('terminals of this process', ptyTerminals);
