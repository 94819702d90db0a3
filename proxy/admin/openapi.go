package admin

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// operation is one line of the API.
type operation struct {
	Method  string
	Path    string // below /memory/v1
	Summary string
	Query   []string
	In      any // a value of the body's type, nil for none
	Out     any // a value of the answer's type, nil where it is a plain object
	Status  int
}

func (s *Server) openapi(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	if err := readQuery(r).done(); err != nil {
		return 0, nil, err
	}
	paths := map[string]map[string]any{}
	for _, op := range s.docs {
		path := "/memory/v1" + op.Path
		if paths[path] == nil {
			paths[path] = map[string]any{}
		}
		paths[path][strings.ToLower(op.Method)] = op.document()
	}
	return http.StatusOK, map[string]any{
		"openapi": "3.1.0",
		"info":    map[string]any{"title": "mneme admin API", "version": nameOr(s.opts.Version, "dev")},
		"paths":   paths,
		"components": map[string]any{
			"securitySchemes": map[string]any{
				"adminKey":      map[string]any{"type": "http", "scheme": "bearer"},
				"userAssertion": map[string]any{"type": "apiKey", "in": "header", "name": "X-Memory-User-Assertion"},
			},
			"schemas": map[string]any{"Error": schemaOf(reflect.TypeOf(struct {
				Error struct {
					Message string `json:"message"`
					Type    string `json:"type"`
					Code    string `json:"code"`
					Param   string `json:"param"`
				} `json:"error"`
			}{}))},
		},
		"security": []any{map[string]any{"adminKey": []any{}}, map[string]any{"userAssertion": []any{}}},
	}, nil
}

func (op operation) document() map[string]any {
	doc := map[string]any{"summary": op.Summary, "operationId": op.id()}
	var parameters []any
	for _, part := range strings.Split(op.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			parameters = append(parameters, map[string]any{"name": strings.TrimSuffix(name, "}"), "in": "path", "required": true, "schema": map[string]any{"type": "string"}})
		}
	}
	for _, name := range op.Query {
		parameters = append(parameters, map[string]any{"name": name, "in": "query", "required": false, "schema": map[string]any{"type": "string"}})
	}
	if parameters != nil {
		doc["parameters"] = parameters
	}
	if op.In != nil {
		doc["requestBody"] = map[string]any{"content": jsonContent(op.In)}
	}
	out := map[string]any{"description": "done"}
	if op.Out != nil {
		out["content"] = jsonContent(op.Out)
	}
	doc["responses"] = map[string]any{
		strconv.Itoa(op.Status): out,
		"default": map[string]any{"description": "an error in the caller's terms", "content": map[string]any{
			"application/json": map[string]any{"schema": map[string]any{"$ref": "#/components/schemas/Error"}},
		}},
	}
	return doc
}

// id makes a name for client generators: get_memories_id_history.
func (op operation) id() string {
	name := strings.NewReplacer("/", "_", "{", "", "}", "", ".", "_").Replace(op.Path)
	return strings.ToLower(op.Method) + name
}

func jsonContent(v any) map[string]any {
	return map[string]any{"application/json": map[string]any{"schema": schemaOf(reflect.TypeOf(v))}}
}

// schemaOf describes a type by its JSON tags.
func schemaOf(t reflect.Type) map[string]any {
	switch {
	case t == nil:
		return map[string]any{}
	case t == reflect.TypeOf(time.Time{}):
		return map[string]any{"type": "string", "format": "date-time"}
	case t == reflect.TypeOf(content("")):
		return map[string]any{"oneOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "array", "items": map[string]any{"type": "object"}}}}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int, reflect.Int64, reflect.Int32:
		return map[string]any{"type": "integer"}
	case reflect.Float64, reflect.Float32:
		return map[string]any{"type": "number"}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		properties := map[string]any{}
		describeFields(t, properties)
		return map[string]any{"type": "object", "properties": properties}
	}
	return map[string]any{}
}

func describeFields(t reflect.Type, properties map[string]any) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "":
			describeFields(field.Type, properties)
		case name != "" && name != "-":
			properties[name] = schemaOf(field.Type)
		}
	}
}
