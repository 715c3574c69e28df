"""Runs the file editor of OpenHands: a request per line, an answer per line."""

import json
import sys

from openhands.tools.file_editor import FileEditorAction, FileEditorExecutor

executor = FileEditorExecutor(workspace_root=sys.argv[1])


def text_of(observation):
    return "\n".join(getattr(part, "text", "") for part in observation.to_llm_content)


def answer(request):
    if request["command"] == "ready":
        return ""
    if request["command"] == "undo":
        action = FileEditorAction(command="undo_edit", path=request["path"])
    elif request["command"] == "view":
        action = FileEditorAction(command="view", path=request["path"], view_range=request["window"])
    else:
        action = FileEditorAction(
            command="str_replace", path=request["path"], old_str=request["old"], new_str=request["new"]
        )
    return text_of(executor(action))


answers = sys.stdout
sys.stdout = sys.stderr
for line in sys.stdin:
    try:
        text = answer(json.loads(line))
    except Exception as error:
        text = str(error)
    answers.write('{"text":' + json.dumps(text) + "}\n")
    answers.flush()
